export type ShippedPackage = {
  name: string
  version: string
  license?: string | undefined
  folder: string
}
export function listShipped(): ShippedPackage[]
export function readNotices(folder: string): string[]
/** Dependencies that only build. */
export const buildTools: ReadonlySet<string>
