import type { ChatModel } from '#contract/models.ts'
import { createBrowserSetting } from '#lib/browser/browser-setting.ts'

/** Favourites added (true) or removed (false) in this browser, by model id. */
type Pins = ReadonlyMap<string, boolean>

export const pinsSetting = createBrowserSetting<Pins>({
  key: 'bozzetto.chat.pinned-models',
  fallback: new Map(),
  parse: (text) => {
    const lines = text.split('\n').filter((line) => /^[+-]./.test(line))
    return new Map(lines.map((line) => [line.slice(1), line.startsWith('+')]))
  },
  format: (pins) => [...pins].map(([id, isOn]) => (isOn ? '+' : '-') + id).join('\n') || undefined,
})

export const isPinned = ({ id, isFavourite = false }: ChatModel, pins: Pins): boolean =>
  pins.get(id) ?? isFavourite

export function togglePin(model: ChatModel): void {
  const pins = new Map(pinsSetting.read())
  const isOn = !isPinned(model, pins)
  pins.delete(model.id)
  if (isOn !== (model.isFavourite ?? false)) pins.set(model.id, isOn)
  pinsSetting.write(pins)
}
