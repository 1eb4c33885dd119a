"""Signatures of a C file for HarnessFromSignatures, read from clang's AST dump.

    signatures.py FILE.c [clang flags] > signatures.json

Tells for every function with a body in FILE (helpers declared `static inline` excepted):
parameters, which integers drive trip counts or subscripts (isSize), which pointers' elements
are used as subscripts (isIndexArray), struct members, file-scope variables, and the promises and
permissions of its pragmas. vecify's own --emit-harness knows the same from its frontend; this
one judges kernels and harness without it.

The flow is a closure over names: a variable is an *index* if it stands in a loop's header, in a
subscript, or in pointer arithmetic; what an index is computed from is an index too.
"""
import json
import math
import os
import re
import subprocess
import sys

CLANG = os.environ.get("VECIFY_CLANG", "clang-22")
INTEGERS = {
    "char": (1, True), "signed char": (1, True), "unsigned char": (1, False), "short": (2, True),
    "unsigned short": (2, False), "int": (4, True), "unsigned int": (4, False), "long": (8, True),
    "unsigned long": (8, False), "long long": (8, True), "unsigned long long": (8, False), "_Bool": (1, False),
}
FLOATS = {"float": 4, "double": 8}


def dump(path, flags):
    command = [CLANG, "-fsyntax-only", "-w", *flags, "-Xclang", "-ast-dump=json", path]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def walk(node):
    yield node
    for child in node.get("inner", ()):
        if child.get("kind"):  # an absent part of a for statement has none
            yield from walk(child)


def spelled(type_):
    return type_.get("qualType", "")


def desugared(type_):
    return type_.get("desugaredQualType", type_.get("qualType", ""))


def unqualified(text):
    return re.sub(r"\b(const|volatile|restrict|__restrict)\b", "", text).replace("  ", " ").strip()


def pointee(text):
    """The innermost element of 'const float *restrict', 'float (*)[4]', 'double (*)[m]'."""
    text = re.sub(r"\s*\(\*[^)]*\)", " *", text)
    text = re.sub(r"\[[^\]]*\]", "", text)
    return unqualified(text.replace("*", " "))


def is_pointer(text):
    return "*" in text or "[" in text


def constness(text):
    """Is the innermost element const?"""
    return bool(re.search(r"\bconst\b", re.split(r"[*(\[]", text)[0]))


class File:
    def __init__(self, path, flags):
        self.path = path
        self.text = open(path).read()
        self.bytes = self.text.encode()
        self.tree = dump(path, flags)
        self.char_is_unsigned = any("aarch64" in flag for flag in flags)
        self.records = {}
        self.types = {}
        self.globals = {}
        for node in self.tree["inner"]:
            if node["kind"] == "RecordDecl":
                self.record(node)
            if node["kind"] == "TypedefDecl":
                self.types[node["name"]] = desugared(node["type"])
                for inner in node.get("inner", ()):
                    owned = inner.get("ownedTagDecl") or {}
                    if owned.get("id") in self.records:
                        self.records[node["name"]] = self.records[owned["id"]]
            if node["kind"] == "VarDecl" and self.here(node):
                self.globals[node["id"]] = node

    def record(self, node):
        members = [m for m in node.get("inner", ()) if m["kind"] == "FieldDecl"]
        self.records[node["id"]] = members
        if node.get("name"):
            self.records["struct " + node["name"]] = members
        for m in members:
            m["fits"] = bool(m.get("name")) and not m.get("isBitfield")

    def here(self, node):
        loc = node.get("loc", {})
        loc = loc.get("expansionLoc", loc)
        return bool(loc) and "includedFrom" not in loc

    def resolve(self, name):
        name = unqualified(name)
        seen = set()
        while name in self.types and name not in seen:
            seen.add(name)
            if name in self.records and self.types[name].startswith("struct"):
                break
            name = unqualified(self.types[name])
        return name

    def belief(self, element):
        name = self.resolve(element)
        if name == "char" and self.char_is_unsigned:
            name = "unsigned char"
        if name in INTEGERS:
            size, signed = INTEGERS[name]
            return {"elementBytes": size, "isSigned": signed, "isFloat": False}
        if name in FLOATS:
            return {"elementBytes": FLOATS[name], "isSigned": True, "isFloat": True}
        return {"elementBytes": 0, "isSigned": True, "isFloat": False}

    def members(self, element):
        for key in (unqualified(element), self.resolve(element)):
            if key in self.records:
                return self.records[key]
        return []

    def slice(self, node):
        """The source text of a node's range; macros by their expansion."""
        begin, end = node["range"]["begin"], node["range"]["end"]
        begin, end = begin.get("expansionLoc", begin), end.get("expansionLoc", end)
        return self.bytes[begin["offset"]:end["offset"] + end["tokLen"]].decode()


class Flow:
    """Which declarations are indices, and which pointers are read for them."""

    def __init__(self, function):
        self.computed_from = {}  # decl id -> expressions assigned to it
        self.roots = []
        for node in walk(function):
            self.visit(node)
        self.indices, self.index_arrays, self.index_members, self.members_read = set(), set(), set(), set()
        self.pointer_pairs = []
        for node in walk(function):
            if node["kind"] == "BinaryOperator" and node.get("opcode") in ("<", "<=", "!=", ">", ">=", "=="):
                sides = [self.pointer_name(s) for s in node["inner"]]
                if all(sides):
                    self.pointer_pairs.append(sides)
        for root in self.roots:
            self.mark(root)

    def visit(self, node):
        kind, inner = node["kind"], node.get("inner", [])
        if kind == "ForStmt":
            # init, condition variable, condition, increment, body
            self.roots += [part for part in inner[:4] if part.get("kind")]
        elif kind == "WhileStmt":
            self.roots.append(inner[0])
        elif kind == "DoStmt":
            self.roots.append(inner[1])
        elif kind == "ArraySubscriptExpr":
            self.roots.append(inner[1] if is_pointer(spelled(inner[0]["type"])) else inner[0])
        elif kind in ("BinaryOperator", "CompoundAssignOperator") and node.get("opcode") in ("+", "-", "+=", "-="):
            if is_pointer(spelled(node["type"])):
                self.roots += [i for i in inner if not is_pointer(desugared(i["type"]))]
        elif kind in ("VarDecl", "ParmVarDecl"):
            # A VLA's bounds are no children of the dump; they are in the text of its type.
            for bound in re.findall(r"\[([^\]]*[A-Za-z_][^\]]*)\]", spelled(node["type"])):
                self.roots.append({"kind": "Names", "names": re.findall(r"[A-Za-z_]\w*", bound)})
            if inner:
                self.computed_from.setdefault(node["id"], []).append(inner[-1])
        if kind in ("BinaryOperator", "CompoundAssignOperator") and node.get("opcode", "").endswith("=") \
                and node["opcode"] not in ("==", "!=", "<=", ">="):
            target = self.declared(inner[0])
            if target:
                self.computed_from.setdefault(target, []).append(inner[1])

    def declared(self, node):
        while node["kind"] in ("ParenExpr", "ImplicitCastExpr", "CStyleCastExpr") and node.get("inner"):
            node = node["inner"][0]
        return node["referencedDecl"]["id"] if node["kind"] == "DeclRefExpr" else None

    def pointer_name(self, node):
        """The declaration that a pointer starts from, through casts and locals."""
        for inner in walk(node):
            if inner["kind"] == "DeclRefExpr" and is_pointer(desugared(inner["referencedDecl"].get("type", {}))):
                if not is_pointer(desugared(node["type"])):
                    return None
                name = inner["referencedDecl"]["id"]
                sources = self.computed_from.get(name) if inner["referencedDecl"]["kind"] == "VarDecl" else None
                return self.pointer_name(sources[0]) if sources else name
        return None

    def mark(self, node):
        if node["kind"] == "Names":
            self.indices.update(node["names"])
            return
        if node["kind"] in ("ArraySubscriptExpr", "UnaryOperator") and (node["kind"] == "ArraySubscriptExpr" or node.get("opcode") == "*"):
            # The element is an index: so is what its base names, as an index array.
            for inner in walk(node["inner"][0]):
                if inner["kind"] == "DeclRefExpr":
                    self.index_arrays.add(inner["referencedDecl"]["id"])
                if inner["kind"] == "MemberExpr":
                    self.index_members.add(inner["name"])
            return
        if node["kind"] == "MemberExpr":
            self.index_members.add(node["name"])
            return
        if node["kind"] == "DeclRefExpr":
            decl = node["referencedDecl"]
            if is_pointer(desugared(decl.get("type", {}))):
                return
            if decl["id"] not in self.indices:
                self.indices.add(decl["id"])
                for source in self.computed_from.get(decl["id"], ()):
                    self.mark(source)
        for inner in node.get("inner", ()):
            if inner.get("kind"):
                self.mark(inner)


def clauses(text):
    """Promises written in the body: {name: {...}} and permissions."""
    promises = {}
    for name, lo, hi in re.findall(r"\brange\((\w+),\s*(-?\d+),\s*(-?\d+)\)", text):
        promises.setdefault(name, {}).update(lo=int(lo), hi=int(hi))
    for name, of in re.findall(r"\bmultiple\((\w+),\s*(\d+)\)", text):
        promises.setdefault(name, {})["multiple"] = int(of)
    for name in re.findall(r"\bpermutation\((\w+)\)", text):
        promises.setdefault(name, {})["isPermutation"] = True
    for names in re.findall(r"\bnoalias\(([^)]*)\)", text):
        for name in re.split(r"\s*,\s*", names):
            promises.setdefault(name, {})["isRestrict"] = True
    # ivdep and omp simd promise that iterations are independent: overlap would break the promise.
    if re.search(r"\bGCC ivdep\b|\bomp simd\b|\bindependent\b|assume_safety", text):
        promises["*"] = {"isRestrict": True}
    loose = bool(re.search(r"\bfp\((reassoc|contract|fast)\)|\bmath\(|\breduction\(", text))
    return promises, loose


def describe_fields(file, element, flow):
    rows = []
    for member in file.members(element):
        if not member["fits"]:
            continue
        type_ = desugared(member["type"])
        row = {"path": member["name"], "isSize": False}
        # A member array's element is looked up like a pointee.
        row["isPointer"] = "*" in type_
        row["element"] = pointee(spelled(member["type"]))
        row["isConst"] = row["isPointer"] and constness(type_)
        row["isRestrict"] = "restrict" in type_
        is_index = member["name"] in flow.index_members
        row["isIndexArray"] = is_index and is_pointer(type_)
        row["isSize"] = is_index and not is_pointer(type_)
        if file.resolve(row["element"]) in INTEGERS or file.resolve(row["element"]) in FLOATS:
            rows.append(row)
    return rows


def describe(file, node, flags):
    flow = Flow(node)
    body = file.slice(node)
    promises, loose = clauses(body)
    params = [p for p in node["inner"] if p["kind"] == "ParmVarDecl"]
    by_id = {p["id"]: p.get("name", "") for p in params}
    rows = []
    for p in params:
        type_ = desugared(p["type"])
        row = {"name": p.get("name", ""), "type": spelled(p["type"]), "declaration": file.slice(p)}
        row["isPointer"] = is_pointer(type_)
        if row["isPointer"]:
            stars = re.sub(r"\[[^\]]*\]", "", type_).count("*")  # a VLA's bound may be a product
            if stars > 1 or "(*)(" in type_:
                return None
            row["element"] = pointee(spelled(p["type"]) if is_pointer(spelled(p["type"])) else type_)
            row["isConst"] = constness(type_)
            row["isRestrict"] = "restrict" in type_
            row["isIndexArray"] = p["id"] in flow.index_arrays
            row["rowElements"] = math.prod(int(n) for n in re.findall(r"\[(\d+)\]", type_))
        else:
            row["type"] = unqualified(row["type"])
            row["element"] = row["type"]
            resolved = file.resolve(row["type"])
            row["isSize"] = (p["id"] in flow.indices or row["name"] in flow.indices) and resolved in INTEGERS
        row.update(file.belief(row["element"]))
        if row["isPointer"]:
            fields = describe_fields(file, row["element"], flow)
            if fields:
                row["fields"] = fields
        row.update(promises.get(row["name"], {}))
        if row["isPointer"]:
            row.update(promises.get("*", {}))
        rows.append(row)
    for first, second in flow.pointer_pairs:
        names = [by_id.get(first), by_id.get(second)]
        if all(names) and names[0] != names[1]:
            later = max(names, key=lambda n: [r["name"] for r in rows].index(n))
            earlier = names[0] if later == names[1] else names[1]
            next(r for r in rows if r["name"] == later)["endOf"] = earlier
    globals_ = []
    # All of them: a function that is called may use what this one does not name.
    for id_, var in file.globals.items():
        element = pointee(spelled(var["type"]))
        if "*" not in desugared(var["type"]) and file.belief(element)["elementBytes"]:
            globals_.append({"name": var["name"], "element": element, "isConst": constness(spelled(var["type"])),
                             "isSize": id_ in flow.indices or id_ in flow.index_arrays})
    return {
        "name": node["name"], "returnType": node["type"]["qualType"].split("(")[0].strip(), "params": rows,
        "isStatic": node.get("storageClass") == "static",
        "reassociates": loose or bool({"-ffast-math", "-fassociative-math", "-ffp-contract=fast"} & set(flags)),
        "globals": globals_,
    }


def read(path, flags):
    file = File(path, flags)
    functions, others = [], []
    for node in file.tree["inner"]:
        if node["kind"] == "VarDecl" and file.here(node) and node.get("storageClass") is None:
            others.append(node["name"])
        if node["kind"] != "FunctionDecl" or not file.here(node):
            continue
        if not any(i["kind"] == "CompoundStmt" for i in node.get("inner", ())):
            continue
        described = None
        if not (node.get("inline") and node.get("storageClass") == "static") and not node.get("variadic"):
            described = describe(file, node, flags)
        if described:
            functions.append(described)
        elif node.get("storageClass") != "static":
            others.append(node["name"])
    return {"functions": functions, "otherExternals": others}


if __name__ == "__main__":
    json.dump(read(sys.argv[1], sys.argv[2:]), sys.stdout, indent=1)
