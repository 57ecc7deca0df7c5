#!/usr/bin/env python3
"""The bill of materials has the fields and types of SPDX 2.3, and every library that the built files need.

    sbom.py lodestone.spdx.json READELF FILE...    FILE: built libraries, modules and programs"""
import json
import re
import subprocess
import sys

# https://spdx.github.io/spdx-spec/v2.3: what a document and a package must have, and what is used beyond that.
TEXT, FLAG = str, bool
DOCUMENT = {"spdxVersion": r"SPDX-2\.3", "dataLicense": r"CC0-1\.0", "SPDXID": "SPDXRef-DOCUMENT", "name": r".+",
            "documentNamespace": r"https?://[^#\s]+"}
PACKAGE = {"SPDXID": r"SPDXRef-[A-Za-z0-9.-]+", "name": r".+", "downloadLocation": r"NOASSERTION|NONE|\S+"}
PACKAGE_OPTIONAL = {"versionInfo": r".+", "licenseConcluded": r"\S+", "licenseDeclared": r"\S+", "copyrightText": r".+",
                    "supplier": r"NOASSERTION|(Person|Organization): .+", "summary": r".+", "comment": r".*",
                    "primaryPackagePurpose": r"APPLICATION|FRAMEWORK|LIBRARY|CONTAINER|SOURCE|OTHER"}
RELATIONSHIPS = {"DESCRIBES", "DYNAMIC_LINK", "STATIC_LINK"}
# Of the system, and Lodestone itself.
SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|libgcc_s|libstdc\+\+|ld-linux[-.\w]*|liblodestone[-\w]*|libasan|libubsan)\.so")

failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)


def matches(entry, fields, what, required):
    for name, pattern in fields.items():
        if name not in entry:
            expect(not required, f"{what} has no {name}")
        else:
            value = entry[name]
            expect(isinstance(value, str) and re.fullmatch(pattern, value), f"{what}: {name} is {value!r}")


def check_package(package):
    name = package.get("name")
    matches(package, PACKAGE, name, True)
    matches(package, PACKAGE_OPTIONAL, name, False)
    expect(package.get("filesAnalyzed") is False, f"{name}: filesAnalyzed")
    for reference in package.get("externalRefs", []):
        matches(reference, {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                            "referenceLocator": r"pkg:generic/[\w.+-]+@\S+"}, name, True)
    unknown = set(package) - set(PACKAGE) - set(PACKAGE_OPTIONAL) - {"filesAnalyzed", "externalRefs"}
    expect(not unknown, f"{name}: fields that SPDX does not have: {unknown}")


def check_document(document):
    matches(document, DOCUMENT, "the document", True)
    expect(set(document) == set(DOCUMENT) | {"creationInfo", "packages", "relationships"}, "the fields of the document")
    creation = document["creationInfo"]
    expect(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", creation["created"]), "created is no time")
    expect(creation["creators"] and all(re.match(r"(Tool|Person|Organization): .+", who) for who in creation["creators"]),
           "creators")
    for package in document["packages"]:
        check_package(package)
    ids = [package["SPDXID"] for package in document["packages"]] + ["SPDXRef-DOCUMENT"]
    expect(len(ids) == len(set(ids)), "an SPDXID is there twice")
    for relationship in document["relationships"]:
        expect(relationship["relationshipType"] in RELATIONSHIPS, relationship)
        expect({relationship["spdxElementId"], relationship["relatedSpdxElement"]} <= set(ids), relationship)
        expect(set(relationship) <= {"relationshipType", "spdxElementId", "relatedSpdxElement", "comment"}, relationship)
    described = [entry for entry in document["relationships"] if entry["relationshipType"] == "DESCRIBES"]
    expect(len(described) == 1, "the document describes one package")
    related = {entry["relatedSpdxElement"] for entry in document["relationships"]}
    expect(set(ids) - related == {"SPDXRef-DOCUMENT"}, "packages without a relationship")


def needed(readelf, files):
    for file in files:
        text = subprocess.run([readelf, "-d", file], capture_output=True, text=True, check=True).stdout
        for name in re.findall(r"\(NEEDED\).*\[(.+)\]", text):
            if not SYSTEM.match(name):
                yield file, name


def main():
    document = json.load(open(sys.argv[1], encoding="utf-8"))
    check_document(document)
    options = {option for package in document["packages"] for option in package.get("comment", "").split()}
    count = 0
    for file, name in needed(sys.argv[2], sys.argv[3:]):
        count += 1
        library = re.match(r"lib(.+?)\.so", name).group(1)
        expect("-l" + library in options, f"{file} needs {name}, which the bill does not have")
    expect(count >= 5, f"only {count} libraries are needed by {sys.argv[3:]}")
    print("\n".join(map(str, failures)) or f"{len(document['packages'])} packages, {count} needs")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
