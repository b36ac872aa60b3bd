export type ExportTarget = 'print' | 'blender' | 'unity' | 'unreal' | 'godot' | 'roblox'

/** Programs for which an OBJ or STL is written, in display order. */
export const exportTargets: readonly { value: ExportTarget; label: string }[] = [
  { value: 'print', label: '3D print' },
  { value: 'blender', label: 'Blender' },
  { value: 'unity', label: 'Unity' },
  { value: 'unreal', label: 'Unreal Engine' },
  { value: 'godot', label: 'Godot' },
  { value: 'roblox', label: 'Roblox' },
]

export type ExportFrame = { unit: 'metres' | 'centimetres' | 'millimetres'; upAxis: 'y' | 'z' }

/** Returns the unit and the up axis that a program assumes, because OBJ and STL store neither. */
export function getExportFrame(target: ExportTarget, format: 'obj' | 'stl'): ExportFrame {
  if (target === 'print') return { unit: 'millimetres', upAxis: 'z' }
  if (target === 'unreal') return { unit: 'centimetres', upAxis: 'z' }
  // Blender turns OBJ files from y up to z up, but not STL files.
  return { unit: 'metres', upAxis: target === 'blender' && format === 'stl' ? 'z' : 'y' }
}
