import { t } from '#languages/viewer.ts'

/**
 * Returns the display names of clips. Removes a common prefix before `|`, such as the armature's
 * name from Blender.
 */
export function clipNames(names: readonly string[]): string[] {
  const shared = /^[^|]*\|/.exec(names[0] ?? '')?.[0]
  const isShared = (start: string) =>
    names.every((name) => name.startsWith(start) && name.length > start.length)
  return shared !== undefined && isShared(shared)
    ? clipNames(names.map((name) => name.slice(shared.length)))
    : names.map((name, at) => name || t('Clip {at}', { at: at + 1 }))
}
