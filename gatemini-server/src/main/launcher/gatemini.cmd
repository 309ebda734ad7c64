@echo off
rem Starts the bundled server, with the class archive that fits the Java found.
rem GATEMINI_JAVA_OPTS adds flags for the virtual machine and wins over those below, which are those of gatemini.
setlocal
for %%i in ("%~dp0..") do set "HOME_DIR=%%~fi"

set "JAVA_EXE="
set "RELEASE="
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA_EXE=%JAVA_HOME%\bin\java.exe"
if not defined JAVA_EXE for %%i in (java.exe) do set "JAVA_EXE=%%~$PATH:i"
if not defined JAVA_EXE (
  echo gatemini: there is no Java; install a JDK of version 17 or newer, or set JAVA_HOME 1>&2
  exit /b 2
)
for %%i in ("%JAVA_EXE%\..\..") do set "RELEASE=%%~fi\release"

set "VERSION="
if exist "%RELEASE%" for /f "tokens=1,2 delims==" %%a in ('type "%RELEASE%"') do if "%%a"=="JAVA_VERSION" set "VERSION=%%~b"
set "FEATURE=17"
if defined VERSION for /f "tokens=1 delims=.-+" %%a in ("%VERSION%") do set "FEATURE=%%a"

rem A client starts this without a command: the proxy to the daemon is a program of its own. Without a way to see whether
rem there is a terminal, only a named configuration or socket says that a client is there.
set "PROGRAM=gatemini"
if exist "%HOME_DIR%\gatemini-proxy.jar" if not "%~2"=="" if "%~3"=="" for %%o in (-c --config --socket) do if "%~1"=="%%o" set "PROGRAM=gatemini-proxy"
if exist "%HOME_DIR%\gatemini-proxy.jar" if not "%~4"=="" if "%~5"=="" for %%o in (-c --config --socket) do if "%~1"=="%%o" for %%p in (-c --config --socket) do if "%~3"=="%%p" set "PROGRAM=gatemini-proxy"

rem The build has its class archives beside the jars. What was unpacked makes its own among the user's local files
rem (ClassArchive.java); an empty one could not be made, and is made again by "gatemini warm" alone.
set "ACCESS="
if %FEATURE% GEQ 24 set "ACCESS=--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
set "KIND=jsa"
set "USE=-XX:SharedArchiveFile"
if %FEATURE% GEQ 25 set "KIND=aot"
if %FEATURE% GEQ 25 set "USE=-XX:AOTCache"
for %%i in ("%HOME_DIR%\lib\gatemini-api-*.jar") do set "RELEASE=%%~ni"
set "KEY=%HOME_DIR::=%"
set "KEY=%KEY:\=-%"
set "FILE=%HOME_DIR%\lib\%PROGRAM%-%VERSION%.%KIND%"
set "NAME=%PROGRAM%-%VERSION%-%RELEASE:gatemini-api-=%-%KEY%"
set "ARCHIVES=%LOCALAPPDATA%\gatemini\classes"
rem Its name ends with its size: Java 17 crashes where it is cut off, and finds other damage only if asked.
set "VERIFY="
if not exist "%FILE%" for %%i in ("%ARCHIVES%\%NAME%-*.%KIND%") do if "%%~ni"=="%NAME%-%%~zi" (
  set "FILE=%%~fi"
  set "VERIFY=-XX:+VerifySharedSpaces"
)
set ARCHIVE="-Dgatemini.archive=%ARCHIVES%\%NAME%.%KIND%"
for %%i in ("%FILE%") do if exist "%FILE%" if not "%~1-%%~zi"=="warm-0" set "ARCHIVE="
for %%i in ("%FILE%") do if exist "%FILE%" if %%~zi GTR 0 set ARCHIVE=%VERIFY% "%USE%=%FILE%"

rem To measure searches is to compute for long, with as many tools as the data has.
set "MORE="
if "%PROGRAM%"=="gatemini-proxy" set "MORE=-Xmx8m -Xmn2m -XX:ReservedCodeCacheSize=8m -XX:CompileThresholdScaling=1"
if "%~1"=="evaluate" set "MORE=-Xmx1g -Xmn256m -XX:TieredStopAtLevel=4 -XX:CompileThresholdScaling=1"

"%JAVA_EXE%" -XX:+UseSerialGC -Xmx256m -Xmn8m -XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:CompileThresholdScaling=0.5 -XX:-UsePerfData -Xlog:disable -Xlog:all=error:stderr %ARCHIVE% %MORE% %GATEMINI_JAVA_OPTS% %ACCESS% -jar "%HOME_DIR%\%PROGRAM%.jar" %*
exit /b %ERRORLEVEL%
