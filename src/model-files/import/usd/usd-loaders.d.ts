// three.js has no types for these parts of its USD loader.

declare module 'three/addons/loaders/usd/USDAParser.js' {
  export class USDAParser {
    parseData(text: string): unknown
  }
}

declare module 'three/addons/loaders/usd/USDCParser.js' {
  export class USDCParser {
    parseData(bytes: ArrayBuffer): unknown
  }
}

declare module 'three/addons/loaders/usd/USDComposer.js' {
  import type { BufferGeometry, Group, LoadingManager, Mesh } from 'three'

  export class USDComposer {
    constructor(manager: LoadingManager)
    specsByPath: Record<string, unknown>
    // oxlint-disable-next-line max-params -- three.js' own order
    compose(
      layer: unknown,
      assets: Record<string, unknown>,
      variants: Record<string, string>,
      basePath: string,
    ): Group
    _buildMesh(path: string, spec: unknown): Mesh
    _buildGeometry(
      path: string,
      attributes: Record<string, unknown>,
      isSkinned: boolean,
    ): BufferGeometry
    _getAttributes(path: string): Record<string, unknown>
    _getMaterialPath(path: string, fields: unknown): string | null
    // oxlint-disable-next-line max-params -- three.js' own order
    _triangulateIndicesWithPattern(
      indices: readonly number[],
      counts: readonly number[],
      points: readonly number[],
      holes: unknown,
    ): { indices: number[]; pattern: number[] }
    _buildHoleMap(holes: unknown): unknown
  }
}
