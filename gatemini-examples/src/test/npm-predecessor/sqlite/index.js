// What the predecessor uses of better-sqlite3, over the SQLite of Node 22.
const {DatabaseSync} = require('node:sqlite');

module.exports = class Database extends DatabaseSync {
  pragma(text) {
    return this.prepare(`PRAGMA ${text}`).all();
  }

  transaction(body) {
    return (...args) => {
      this.exec('SAVEPOINT body');
      try {
        return body(...args);
      } catch (e) {
        this.exec('ROLLBACK TO body');
        throw e;
      } finally {
        this.exec('RELEASE body');
      }
    };
  }
};
