import { formatCount } from '#lib/format.ts'
import type { MeshPart } from '../mesh/parts.ts'
import { rebuild } from '../mesh/rebuild.ts'
import { findShells, type Shell } from '../mesh/topology.ts'
import { weld } from '../mesh/weld.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'

/** Maximum number of pieces that are arranged on the bed, and of shells that can own cavities. */
const piecesMax = 200

/**
 * Separates a model into its shells, the largest first. Cavities stay with their outer shell.
 * @throws {UnworkableModelError} if there are too many pieces for the bed.
 */
export function splitShells(parts: readonly MeshPart[]): MeshPart[][] {
  const welded = weld(parts)
  const { shells, group } = findShells(welded)
  const owners = findOwners(shells)
  const pieces = [...owners].filter(([shell, owner]) => shell === owner)
  if (pieces.length > piecesMax) {
    throw new UnworkableModelError(
      `This has ${formatCount(pieces.length)} pieces. Remove small parts under Repair first.`,
    )
  }
  return pieces
    .map(([piece]) =>
      rebuild(parts, welded, (triangle) => owners.get(group[triangle] ?? 0) === piece),
    )
    .filter((piece) => piece.length > 0)
}

/**
 * Removes the shells whose size is below a fraction of the largest shell, with their cavities.
 * @returns the remaining parts, and the number of removed shells without cavities.
 */
export function dropCrumbs(
  parts: readonly MeshPart[],
  fraction: number,
): { parts: MeshPart[]; dropped: number } {
  const welded = weld(parts)
  const { shells, group } = findShells(welded)
  const owners = findOwners(shells)
  const getOwnerSize = (number: number) => getShellSize(shells.get(owners.get(number) ?? number))
  const [largest = 0] = owners.keys()
  const least = getOwnerSize(largest) * fraction
  const isCrumb = (number: number) => getOwnerSize(number) < least
  return {
    parts: rebuild(parts, welded, (triangle) => !isCrumb(group[triangle] ?? 0)),
    dropped: [...owners].filter(([shell, owner]) => shell === owner && isCrumb(shell)).length,
  }
}

/**
 * Returns the shell that each shell belongs to, ordered from the largest. A cavity belongs to the
 * smallest solid around it, and any other shell to itself.
 */
function findOwners(shells: ReadonlyMap<number, Shell>): Map<number, number> {
  const ordered = [...shells].toSorted(([, a], [, b]) => getShellSize(b) - getShellSize(a))
  const solids = ordered.filter(([, { volume }]) => volume > 0).slice(0, piecesMax)
  return new Map(
    ordered.map(([number, shell]) => {
      const isInsideOut = shell.isClosed && shell.volume < 0
      const around = isInsideOut && solids.findLast(([, solid]) => isWithin(shell, solid))
      return [number, around ? around[0] : number]
    }),
  )
}

const getShellSize = (shell: Shell | undefined): number =>
  shell ? Math.hypot(...shell.high.map((value, axis) => value - (shell.low[axis] ?? 0))) : 0

const isWithin = (inner: Shell, outer: Shell): boolean =>
  inner.low.every((value, axis) => value > (outer.low[axis] ?? 0)) &&
  inner.high.every((value, axis) => value < (outer.high[axis] ?? 0))
