import type { ChatDefault } from '#contract/chat/chat-defaults.ts'

/** A place where instructions and params are set. The params of later layers win. */
export type SettingLayer = Omit<ChatDefault, 'modelId'> & { from: string }

export type ParamInEffect = { name: string; value: unknown; from: string; others: SettingLayer[] }

/** Returns each param with the value that is sent, and the layers whose values are not sent. */
export function findParamsInEffect(layers: readonly SettingLayer[]): ParamInEffect[] {
  const names = new Set(layers.flatMap(({ params }) => Object.keys(params)))
  return [...names].flatMap((name) => {
    const setting = layers.filter(({ params }) => Object.hasOwn(params, name))
    const winner = setting.at(-1)
    if (!winner) return []
    const value = new Map(Object.entries(winner.params)).get(name)
    return { name, value, from: winner.from, others: setting.slice(0, -1) }
  })
}
