#!/usr/bin/env python3
"""Makes the source of the conformance suite build on Java 17 without packages that Maven Central does not have. Runs in its folder.

- without Error Prone and -Werror, which double the time of the build
- without multipaz and Kotlin, which only the plans about mobile documents need: the conditions that use them stay as
  classes whose methods refuse
- without the question for a version that only MongoDB itself answers
- with the Spring Boot and Thymeleaf versions given on the command line: patch.py [SPRING_BOOT] [THYMELEAF]
"""
import re, shutil, sys
from pathlib import Path

boot = sys.argv[1] if len(sys.argv) > 1 else "3.5.12"
thymeleaf = sys.argv[2] if len(sys.argv) > 2 else "3.1.3.RELEASE"

pom = Path("pom.xml").read_text()
pom = re.sub(r"(<artifactId>spring-boot-starter-parent</artifactId>\s*<version>)[^<]*", rf"\g<1>{boot}", pom)
pom = re.sub(r"(<thymeleaf(-spring6)?\.version>)[^<]*", rf"\g<1>{thymeleaf}", pom)
pom = re.sub(r"\s*<arg>-(Werror|XDcompilePolicy=simple|-should-stop=ifError=FLOW|Xlint:(unchecked|deprecation|-processing))</arg>", "", pom)
pom = re.sub(r"\s*<arg>-Xplugin:ErrorProne.*?</arg>", "", pom, flags=re.S)
pom = re.sub(r"\s*<annotationProcessorPaths>.*?</annotationProcessorPaths>", "", pom, flags=re.S)
pom = pom.replace("<arg>-Xlint</arg>", "<arg>-Xlint:none</arg>").replace("<showWarnings>true</showWarnings>", "<showWarnings>false</showWarnings>")
pom = re.sub(r"\s*<dependency>(?:(?!</dependency>).)*?<groupId>org\.multipaz</groupId>.*?</dependency>", "", pom, flags=re.S)
pom = re.sub(r"\s*<plugin>\s*<groupId>org\.jetbrains\.kotlin</groupId>.*?</plugin>", "", pom, flags=re.S)
Path("pom.xml").write_text(pom)

application = Path("src/main/java/net/openid/conformance/Application.java")
application.write_text(application.read_text().replace("@EventListener(ApplicationReadyEvent.class)\n\tpublic void setMongo", "public void setMongo"))

for folder in ("src/main/kotlin", "src/main/java/com/android"):
    shutil.rmtree(folder, ignore_errors=True)


def end_of_block(text, opening):
    depth, i = 0, opening
    while i < len(text):
        c = text[i]
        if c in "\"'":
            i += 1
            while text[i] != c:
                i += 2 if text[i] == "\\" else 1
        elif text.startswith("//", i):
            i = text.index("\n", i)
        elif text.startswith("/*", i):
            i = text.index("*/", i) + 1
        elif c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0:
                return i
        i += 1
    raise ValueError("no end")


needle = re.compile(r"org\.multipaz|identity\.testapp")
for file in sorted(Path("src/main/java").rglob("*.java")):
    source = file.read_text()
    if not needle.search(source):
        continue
    source = re.sub(r"^import (static )?(org\.multipaz|kotlin|com\.android)[^;]*;\n", "", source, flags=re.M)
    start = source.index("{", re.search(r"\bclass \w+", source).start())
    body, kept = source[start + 1 : source.rindex("}")], []
    for m in re.finditer(r"(?m)^\t((?:@[^\n]*\n\t)*(?:public|protected)[^;={]*\([^{;]*\)[^{;]*)\{", body):
        if not needle.search(m.group(1)):
            kept.append("\t" + m.group(1) + '{\n\t\tthrow new UnsupportedOperationException("mobile documents are not in this build");\n\t}\n')
    file.write_text(source[: start + 1] + "\n" + "\n".join(kept) + "}\n")
    print("without multipaz:", file)
