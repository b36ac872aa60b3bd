declare module 'occt-import-js' {
  type OcctMesh = {
    name: string
    color?: [red: number, green: number, blue: number]
    brep_faces: { first: number; last: number; color: [number, number, number] | null }[]
    attributes: { position: { array: number[] }; normal?: { array: number[] } }
    index: { array: number[] }
  }
  type OcctNode = { name: string; meshes: number[]; children: OcctNode[] }
  export type OcctResult = { success: boolean; root: OcctNode; meshes: OcctMesh[] }
  type OcctReader = (content: Uint8Array, params: { linearUnit: 'meter' }) => OcctResult
  type Occt = { ReadStepFile: OcctReader; ReadIgesFile: OcctReader }
  export default function start(options?: { wasmBinary?: ArrayBuffer }): Promise<Occt>
}
