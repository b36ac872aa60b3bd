import { margin, type Silhouette } from './silhouette.ts'

/** An orthographic camera. Lengths are multiples of the front's long side. */
export type SideCamera = {
  /** Degrees around the object, from its front towards its left side. */
  readonly yaw: number
  /** Degrees above the horizontal. */
  readonly pitch: number
  /** Length of the front's long side, in pixels of the silhouette. */
  readonly scale: number
  /** Distance of the object's centre to the right of the front's centre, in this view. */
  readonly right: number
  /** Distance of the object's centre above the front's centre, in this view. */
  readonly up: number
}

/**
 * Projection of points. From the object's centre, `x` points right, `y` up and `z` towards the
 * front's camera.
 */
export type Projection = {
  readonly silhouette: Silhouette
  readonly scale: number
  readonly column: readonly [number, number, number, number]
  readonly row: readonly [number, number, number, number]
  readonly axis: readonly [number, number, number]
}

export function toProjection(silhouette: Silhouette, camera: SideCamera): Projection {
  const { scale, right, up } = camera
  const [yaw, pitch] = [(camera.yaw * Math.PI) / 180, (camera.pitch * Math.PI) / 180]
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)]
  const [middleX, middleY] = [silhouette.width, silhouette.height].map(
    (side) => margin + (side - 1) / 2,
  )
  return {
    silhouette,
    scale,
    column: [scale * cy, 0, -scale * sy, middleX - scale * right],
    row: [scale * sy * sp, -scale * cp, scale * cy * sp, middleY + scale * up],
    axis: [sy * cp, sp, cy * cp],
  }
}

export function placeAt(
  { column, row, scale }: Projection,
  [x, y]: readonly [number, number],
): [number, number, number] {
  const [u, v] = [(x - column[3]) / scale ** 2, (y - row[3]) / scale ** 2]
  return [column[0] * u + row[0] * v, row[1] * v, column[2] * u + row[2] * v]
}

/**
 * Returns the signed distance to the outline in pixels, positive inside, also for points beyond the
 * plane.
 */
export function distanceAt(
  { width, height, data }: Silhouette['distance'],
  column: number,
  row: number,
): number {
  const x = column < 0 ? 0 : column > width - 1.001 ? width - 1.001 : column
  const y = row < 0 ? 0 : row > height - 1.001 ? height - 1.001 : row
  const [left, top] = [x | 0, y | 0]
  const [fx, fy] = [x - left, y - top]
  const i = top * width + left
  const upper = data[i] + (data[i + 1] - data[i]) * fx
  const lower = data[i + width] + (data[i + width + 1] - data[i + width]) * fx
  return upper + (lower - upper) * fy - Math.abs(column - x) - Math.abs(row - y)
}

/** Returns the largest depth that the side cameras show, as a fraction of the front's long side. */
export const getVisibleDepth = (cameras: readonly Projection[]): number =>
  cameras.reduce((most, { silhouette, scale, axis }) => {
    const isAside = Math.abs(axis[0]) > Math.abs(axis[2])
    return isAside ? Math.max(most, silhouette.width / scale) : most
  }, 0)
