#include "coders/mng/mng.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kAbsolute = 0;

std::int64_t Signed(ByteCursor& data) {
  return static_cast<std::int32_t>(data.U32Be());
}

std::int64_t Changed(std::int64_t old, unsigned kind, std::int64_t value) {
  constexpr std::int64_t kMost = INT32_MAX;
  return std::clamp(kind == kAbsolute ? value : old + value, -kMost, kMost);
}

}  // namespace

MngBox MngBox::Within(const MngBox& other) const {
  return {std::max(left, other.left), std::min(right, other.right), std::max(top, other.top),
          std::min(bottom, other.bottom)};
}

MngObject& MngObjects::Get(std::uint16_t id) {
  const auto [at, added] = objects_.try_emplace(id);
  if (added) at->second.clip = canvas_;
  return at->second;
}

void MngObjects::Keep(ByteSpan chunks, const MngGlobals& globals) {
  if (current_ == 0 || current().frozen) return;
  current().chunks = chunks;
  current().globals = globals;
  current().magnifications.clear();
}

void MngObjects::Define(ByteCursor data) {
  current_ = data.U16Be();
  MngObject& object = current();
  if (object.frozen) return;
  if (!data.AtEnd()) object.visible = data.U8() == 0;
  if (!data.AtEnd()) data.Skip(1);
  if (data.Remaining() >= 8) {
    object.x = Signed(data);
    object.y = Signed(data);
  }
  if (data.Remaining() >= 16) {
    object.clip = MngBox();
    for (std::int64_t* edge :
         {&object.clip.left, &object.clip.right, &object.clip.top, &object.clip.bottom})
      *edge = Signed(data);
  }
}

template <class Change>
void MngObjects::ForRange(ByteCursor& data, const Change& change) {
  const std::uint16_t first = data.U16Be(), last = data.U16Be();
  for (auto at = objects_.lower_bound(first); at != objects_.end() && at->first <= last; ++at) {
    if (!at->second.frozen) change(at->second, data);
  }
}

void MngObjects::Move(ByteCursor data) {
  ForRange(data, [](MngObject& object, ByteCursor fields) {
    const unsigned kind = fields.U8();
    object.x = Changed(object.x, kind, Signed(fields));
    object.y = Changed(object.y, kind, Signed(fields));
  });
}

void MngObjects::Clip(ByteCursor data) {
  ForRange(data, [](MngObject& object, ByteCursor fields) {
    const unsigned kind = fields.U8();
    for (std::int64_t* edge :
         {&object.clip.left, &object.clip.right, &object.clip.top, &object.clip.bottom})
      *edge = Changed(*edge, kind, Signed(fields));
  });
}

void MngObjects::Clone(ByteCursor data) {
  constexpr unsigned kRenumber = 2;
  const std::uint16_t from = data.U16Be(), to = data.U16Be();
  const unsigned kind = data.AtEnd() ? 0 : data.U8();
  MngObject copy = Get(from);
  copy.frozen = false;
  if (!data.AtEnd()) copy.visible = data.U8() == 0;
  if (data.Remaining() >= 10) {
    data.Skip(1);
    const unsigned move = data.U8();
    copy.x = Changed(copy.x, move, Signed(data));
    copy.y = Changed(copy.y, move, Signed(data));
  }
  if (kind == kRenumber) objects_.erase(from);
  objects_[to] = std::move(copy);
}

void MngObjects::Magnify(ByteCursor data) {
  constexpr std::size_t kMost = 32;
  const auto factor = [&](std::uint16_t otherwise) {
    const std::uint16_t value = data.Remaining() < 2 ? otherwise : data.U16Be();
    return std::max<std::uint16_t>(value, 1);
  };
  const std::uint16_t first = data.AtEnd() ? 0 : data.U16Be();
  const std::uint16_t last = data.AtEnd() ? first : data.U16Be();
  MngMagnification wanted;
  wanted.x.method = wanted.y.method = data.AtEnd() ? 0 : data.U8();
  wanted.x.middle = factor(1);
  wanted.y.middle = factor(wanted.x.middle);
  wanted.x.first = factor(wanted.x.middle);
  wanted.x.last = factor(wanted.x.middle);
  wanted.y.first = factor(wanted.y.middle);
  wanted.y.last = factor(wanted.y.middle);
  if (!data.AtEnd()) wanted.y.method = data.U8();
  if (std::max(wanted.x.method, wanted.y.method) > 5)
    Fail(CorruptImageError, "Unknown method of magnification");
  if (first == 0) Get(0).magnifications = {wanted};
  for (auto at = objects_.lower_bound(std::max<std::uint16_t>(first, 1));
       at != objects_.end() && at->first <= last; ++at) {
    std::vector<MngMagnification>& all = at->second.magnifications;
    if (at->second.frozen || (wanted.x.method == 0 && wanted.y.method == 0)) continue;
    if (all.size() == kMost) Fail(ResourceLimitError, "Too many magnifications of an object");
    all.push_back(wanted);
  }
}

void MngObjects::Discard(ByteCursor data) {
  if (data.AtEnd()) return DiscardAll();
  while (data.Remaining() >= 2) {
    const std::uint16_t id = data.U16Be();
    if (id != 0) objects_.erase(id);
  }
}

void MngObjects::DiscardAll() {
  std::erase_if(objects_, [](const auto& each) { return each.first != 0 && !each.second.frozen; });
}

void MngObjects::Freeze() {
  for (auto& [id, object] : objects_) object.frozen = id != 0;
}

// Modes: 0 shows, 1 hides, 2 shows what is not hidden, 3 unhides; 4 and 5 change that, and 5 shows
// nothing.
bool MngObjects::SetVisible(MngObject& object, unsigned mode) {
  if (mode == 4 || mode == 5) object.visible = !object.visible;
  if (mode == 0 || mode == 3) object.visible = true;
  if (mode == 1) object.visible = false;
  return object.visible && (mode == 0 || mode == 2 || mode == 4);
}

}  // namespace lodestone::coders
