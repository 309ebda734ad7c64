package io.gatemini.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Pairs;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.jupiter.api.Test;

/**
 * Against Lucene's stemmer, which descends from the program that Porter published, and the examples
 * of his paper.
 */
class PorterStemmerTest {
  /** Words as tools are described with, and words that the rules treat apart. */
  private static final String VOCABULARY =
      """
      ability abilities abstract accept acceptable access accessible accounts achieve activate
      activation active activities actual adaptable added adding additional address adjustment
      administrative administrator advance agency agreed allocation allowance analyse analyses
      analysis analytics analyze analyzer annotated annotations announcement answering apologies
      applicable application applications apply applying appointments approval archived archiving
      argument arguments arrange arrangement article assigned assigning assignment associated
      attached attachments audit authenticate authentication authorization automatically available
      averages background balances banking based batches beginning being biological biology blogging
      bookings boolean branches broken browsing bucket buckets budgets building bulletins business
      busily buying bytes cached calculating calculation calendars callable calling campaigns cancel
      cancelled cancellation capabilities capital cases categories categorize certificates changed
      charging chemistry chronological cities classification cleaned cleaner clicking cluster
      clustering codebase collaborative collection colleges comments committed committing communism
      comparable compare comparison compilation completed completely completion compressed
      computation computing concatenation conditional conference configurable configuration
      configured confirmation conformably connected connection connectivity consensus containers
      containing contents continuous controlled controller conversational conversion converted
      converting copied copies corpora correct corrections cosine counted countries coverage created
      creating creation creative credentials crying currencies currently customers cyclic daily
      databases dataset dates deadlines debugging decimal decisiveness declared decoding defensible
      deletion delivered dependencies dependent deployed deployment derived descriptions descriptive
      designer destroyed detected detection developer devices diagnostics dictionaries differences
      differentiable digitizer directories disable discovered discussion displayed distances
      distributed documentation documents domains downloaded downloading drafts drives drying dubbed
      duplicates dying dynamically edges edited editing effective efficiently electrical electricity
      eliminate emails embedded embeddings employees encoding encryption endpoints engineering
      ensure entities entries environmental errors estimation evaluated evaluations eventually events
      examples excellence exchanges executable executed executing existence expansions expenses
      experimental expired explanation exploration exported expressions extension extracted
      extraction facilities failing falling favorites features feed feeding fees fetched fetching
      files filing filling filtered finalize financial finding fizzed flexibility flights following
      forecasts formality formalize formally formative formatted formatting forms formulas fractions
      fulfilled functional functionality generalization generalizations generated generation
      geolocation geological goodness graphical gravitational grouped guidelines gyroscopic habitual
      handling happy hashing headers healthy hesitancy hissing histories homologou homologous hopeful
      hopefulness hoping hopping hotels icons identification identifiers identities images
      implementation imported improve included incidents increasing independent indexes indexing
      inference information inheritance initialize inquiries inserted inspection installation
      instances instructions integration intelligence interactive international interpolation
      inventories investigation invoices invoicing irritant issues items iterative jobs joining
      judging keyed keys keywords knowledge labeling languages largely lasting latitude layers
      layouts learning leveraged libraries licenses limitations linear linked listing lists literally
      loading locally locations lodging logical logging logically logs longitude lookup lying machines
      mailing maintenance management managing manipulation mapping marked marketing matches matching
      materialized mathematical matting meaningful measurement media meetings members membership
      merged merging messages messing meta metadata methods metrics migrated migration mirrored
      missing modelling models modification monitoring monthly motoring movies moving multiplication
      musical naming national natural navigate navigation necessary needed neighbours networks news
      nodes normalization notebooks notification numbers numerical objects observations occurrence
      offered offices online opened opening operational operator opportunities optimization options
      ordering organization organizing oscillate outputs owned owners packages paging paid paintings
      parameters parsed parsing participants partitions passes passwords patches patients patterns
      payments pending people performance periodically permissions personal persistence pictures
      pipelines planes planned plastered playback playlists plugins plying policies ponies pooling
      population positions possibly posted posting predication prediction preferences prepared
      prepaying presentation prices primary printing priorities private probability probate
      processes processing produced production products profiles programming projects promotional
      properties protocols provided providers provision public publication publishing purchases
      purging qualities quantities queries querying questions queued quickly radically random ranges
      ranking rate ratings rational reached reading ready realistic reasoning receipts received
      recently recipes recommendation recommended records recording recurrence redirected reducing
      references refinance refreshed refunds refused regional registered registration regressive
      rejected related relational relationship released releases relevance reliability relying
      remaining reminders removal removed removing rendered renewable renting repairs repeated
      replacement replies reporting repositories representation requests required requirements
      resampling reservation reserved reset resizing resolved resources responses restaurants
      restarting restored results resumes retrieval retrieved retrieving returned returning reverse
      revised revival revision rewriting roles rolling rotation routes routing rows running samples
      sandboxed sanitized satellites saved saving says scaling scanned scanning schedules scheduling
      schemas scientific scores scraping screens screenshot scripts searched searches searching seas
      sections securities seeing segmentation selected selection semantic sending sensational
      sensibility sensitivities sentences sentiment separately sequences serialization series served
      services sessions settings severity shared sharing shipping shops shortened signing similarity
      simplified simulation sized sizes sizing skies sky slices snapshots social software solved
      sorting sources spaces spatial specification specified speech spelling splitting sponsored
      spreadsheets staged standings starred started starting statements stationary statistics
      statuses stemming steps stocks stopped storage stored stories streaming streets strings stripped
      structural structured students styles subjects submission submitted subscribers subscription
      substitutions successful suggested suggestions summaries summarization summarize supplies
      supported surveys switches symbolic synced synchronization syntactic systems tables tagging
      tags taken tanned tasks taxes teams techniques telephone templates temperature temporary
      terminals testing texts themes threads tickets ties timers times timestamps titles together
      tokenization tokens toolkit tools topics tracking trading traditional trained training
      transactions transcription transferred transformations translated translating translation
      transport travel traveling triggers triplicate trouble troubled troubles turned tutorials typed
      types typing uncategorized unified units universal universities unsubscribing updates updating
      upgrades uploaded uploading urls used useful users uses using utilities valency validation
      validity valuable values variables variations vectors vehicles verification verified versions
      vertical videos vietnamization viewed viewing vileness virtual visibility visually visualization
      volumes vulnerabilities warehouses warnings watching weather webhooks websites weekly weights
      widgets windows wired wireless wishes words workers workflows working workspaces writing
      written yearly yielding zipped zones y yy yyy sky say toy by tied ss ass s as is
      """;

  @Test
  void agreesWithAnotherImplementationOnWordsOfTools() {
    List<String> words = Pattern.compile("\\s+").splitAsStream(VOCABULARY).distinct().toList();

    assertThat(words).hasSizeGreaterThan(700);
    for (String word : words) {
      assertThat(PorterStemmer.stem(word)).as(word).isEqualTo(ofLucene(word));
    }
  }

  @Property(tries = 20_000)
  void agreesWithAnotherImplementationOnAnyWord(@ForAll("words") String word) {
    assertThat(PorterStemmer.stem(word)).isEqualTo(ofLucene(word));
  }

  @Property(tries = 20_000)
  void tellsWhatAllWordsOfAStemBeginWith(@ForAll("words") String word) {
    assertThat(word).startsWith(PorterStemmer.sharedStart(PorterStemmer.stem(word)));
  }

  /** Stems of all shapes with endings that the rules know. */
  @Provide
  Arbitrary<String> words() {
    Arbitrary<String> stem =
        Arbitraries.strings().withChars("aeiouyybcdlsstzwxlkrng").ofMinLength(0).ofMaxLength(8);
    Arbitrary<String> ending =
        Arbitraries.of(
            ("s es ies sses ss ed eed ing y ational tional enci anci izer bli abli alli entli eli"
                    + " ousli ization ation ator alism iveness fulness ousness aliti iviti biliti"
                    + " logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant"
                    + " ement ment ent ion sion tion ou ism ate iti ous ive ize e l ll lle ly ying"
                    + " edly inging eeding")
                .split(" "));
    return Combinators.combine(stem, ending.list().ofMaxSize(3))
        .as((begin, endings) -> begin + String.join("", endings))
        .filter(word -> !word.isEmpty());
  }

  /** The examples in sections 2 and 3 of the paper, through all steps. */
  @Pairs(
      """
      caresses -> caress | ponies -> poni | ties -> ti | caress -> caress | cats -> cat
      feed -> feed | agreed -> agre | plastered -> plaster | bled -> bled | motoring -> motor
      sing -> sing | conflated -> conflat | troubled -> troubl | sized -> size | hopping -> hop
      tanned -> tan | falling -> fall | hissing -> hiss | fizzed -> fizz | failing -> fail
      filing -> file | happy -> happi | sky -> sky | relational -> relat | conditional -> condit
      rational -> ration | valenci -> valenc | hesitanci -> hesit | digitizer -> digit
      radicalli -> radic | differentli -> differ | vileli -> vile | analogousli -> analog
      vietnamization -> vietnam | predication -> predic | operator -> oper | feudalism -> feudal
      decisiveness -> decis | hopefulness -> hope | callousness -> callous | formaliti -> formal
      sensitiviti -> sensit | sensibiliti -> sensibl | triplicate -> triplic | formative -> form
      formalize -> formal | electriciti -> electr | electrical -> electr | hopeful -> hope
      goodness -> good | revival -> reviv | allowance -> allow | inference -> infer
      airliner -> airlin | gyroscopic -> gyroscop | adjustable -> adjust | defensible -> defens
      irritant -> irrit | replacement -> replac | adjustment -> adjust | dependent -> depend
      adoption -> adopt | homologou -> homolog | communism -> commun | activate -> activ
      angulariti -> angular | homologous -> homolog | effective -> effect | bowdlerize -> bowdler
      probate -> probat | rate -> rate | cease -> ceas | controll -> control | roll -> roll
      generalizations -> gener | oscillators -> oscil
      """)
  void stemsTheExamplesOfThePaper(String word, String stem) {
    assertThat(PorterStemmer.stem(word)).isEqualTo(stem);
  }

  @Values("`` | a | is | as | Cats | files2 | größen | файлы | user's")
  void leavesOtherWordsAsTheyAre(String word) {
    assertThat(PorterStemmer.stem(word)).isEqualTo(word);
  }

  /** Whether a y is a vowel depends on the letter before it, which may be a y. */
  @Test
  void leavesWhatIsTooLongToBeAWord() {
    String long64 = "y".repeat(57) + "ational";
    String data = "y".repeat(1_000_000) + "ational";

    assertThat(PorterStemmer.stem(long64)).isEqualTo(ofLucene(long64)).isNotEqualTo(long64);
    assertThat(PorterStemmer.stem(data)).isSameAs(data);
  }

  private static String ofLucene(String word) {
    Tokenizer tokenizer = new WhitespaceTokenizer();
    tokenizer.setReader(new StringReader(word));
    try (PorterStemFilter filter = new PorterStemFilter(tokenizer)) {
      CharTermAttribute term = filter.addAttribute(CharTermAttribute.class);
      filter.reset();
      assertThat(filter.incrementToken()).isTrue();
      return term.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
