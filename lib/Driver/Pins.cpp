#include "Pins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MD5.h"

namespace vecify {

using llvm::Expected;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr int FormatVersion = 1;

static void addKeys(const std::vector<LoopEntry> &loops, const std::string &outer, LoopKeys &keys) {
  std::map<std::string, unsigned> seen;
  for (const LoopEntry &loop : loops) {
    const unsigned count = ++seen[loop.name];
    const std::string key = outer + loop.name + (count > 1 ? "#" + std::to_string(count) : "");
    keys.push_back({&loop, key});
    addKeys(loop.inner, key + "/", keys);
  }
}

LoopKeys loopKeys(const FunctionEntry &function) {
  LoopKeys keys;
  addKeys(function.loops, "", keys);
  return keys;
}

std::string sourceHash(const ParsedFile &file, const FunctionEntry &function) {
  llvm::MD5 hash;
  hash.update(StringRef(file.text).slice(function.definition.begin, function.definition.end));
  llvm::MD5::MD5Result digest;
  hash.final(digest);
  return digest.digest().str().str().substr(0, 12);
}

std::string sidecarOf(StringRef sourcePath) { return (sourcePath + ".vecify.json").str(); }

std::string toJson(llvm::ArrayRef<Pin> pins) {
  json::Array list;
  for (const Pin &pin : pins)
    list.push_back(json::Object{{"function", pin.function},
                                {"loop", pin.loop},
                                {"target", pin.target},
                                {"source", pin.source},
                                {"plan", pin.plan},
                                {"number", int64_t(pin.number)}});
  const json::Value file = json::Object{{"vecify", FormatVersion}, {"pins", std::move(list)}};
  return llvm::formatv("{0:2}\n", file).str();
}

Expected<std::vector<Pin>> pinsFromJson(StringRef path, StringRef text) {
  const auto broken = [&](const llvm::Twine &why) {
    return llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                   "'" + path + "' is no file of --tune: " + why);
  };
  Expected<json::Value> file = json::parse(text);
  if (!file)
    return broken(llvm::toString(file.takeError()));
  const json::Object *root = file->getAsObject();
  if (!root || root->getInteger("vecify") != FormatVersion)
    return broken("\"vecify\" is not " + llvm::Twine(FormatVersion));
  const json::Array *list = root->getArray("pins");
  if (!list)
    return broken("there are no \"pins\"");
  std::vector<Pin> pins;
  for (const json::Value &item : *list) {
    const json::Object *fields = item.getAsObject();
    if (!fields)
      return broken("a pin is no object");
    Pin pin;
    const std::pair<const char *, std::string *> texts[] = {{"function", &pin.function},
                                                            {"loop", &pin.loop},
                                                            {"target", &pin.target},
                                                            {"source", &pin.source},
                                                            {"plan", &pin.plan}};
    for (const auto &[name, field] : texts) {
      const std::optional<StringRef> value = fields->getString(name);
      if (!value)
        return broken(llvm::Twine("a pin has no \"") + name + "\"");
      *field = value->str();
    }
    pin.number = unsigned(fields->getInteger("number").value_or(0));
    pins.push_back(std::move(pin));
  }
  return pins;
}

Pins resolve(llvm::ArrayRef<Pin> pins, const ParsedFile &file,
             llvm::function_ref<void(Loc, const Pin &, StringRef)> complain) {
  Pins result;
  for (const Pin &pin : pins) {
    const auto function =
        llvm::find_if(file.functions, [&](const FunctionEntry &entry) { return entry.name == pin.function; });
    if (function == file.functions.end()) {
      complain({}, pin, "there is no such function");
      continue;
    }
    const LoopKeys keys = loopKeys(*function);
    const auto loop = llvm::find_if(keys, [&](const auto &entry) { return entry.second == pin.loop; });
    if (loop == keys.end())
      complain(function->loc, pin, "there is no such loop in the function");
    else if (sourceHash(file, *function) != pin.source)
      complain(loop->first->loc, pin, "the function has changed since");
    else
      result[{loop->first->loc.raw, pin.target}] = pin;
  }
  return result;
}

} // namespace vecify
