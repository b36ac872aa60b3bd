export type NamedFile = { name: string; bytes: Uint8Array<ArrayBuffer> }
