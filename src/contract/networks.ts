import * as z from 'zod/mini'

/** First part of an address: `moge-2-small`. */
export const networkIdSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))

/** Bytes of one request when a file is brought. */
export const networkPieceBytesMax = 8 * 1024 * 1024

/** A file of a network. */
export const networkFileSchema = z.object({
  name: z.string(),
  /** As the place that it comes from tells; the download says exactly. */
  bytes: z.int().check(z.nonnegative()),
  /** Where it can be fetched by hand. */
  address: z.string(),
  isThere: z.boolean(),
})

/** A network that the local engine can use. */
export const networkSchema = z.object({
  id: networkIdSchema,
  name: z.string(),
  /** What it does for the engine: finds the object, estimates depth, or makes whole models. */
  job: z.enum(['mask', 'depth', 'shape']),
  does: z.string(),
  needs: z.string(),
  licence: z.string(),
  /** Page of who publishes it. */
  page: z.string(),
  files: z.array(networkFileSchema),
  state: z.enum(['absent', 'loading', 'paused', 'ready']),
  /** Loaded, of all its files. */
  loadedBytes: z.int().check(z.nonnegative()),
  totalBytes: z.int().check(z.nonnegative()),
  /** Of the engine's next model. */
  isUsed: z.boolean(),
  /** It lies in the folder that somebody named, and cannot be deleted from here. */
  isInFolder: z.boolean(),
  /** What it last took on this server. */
  lastMs: z.optional(z.int()),
  /** Why it is not there, in a sentence. */
  problem: z.optional(z.string()),
})
export type Network = z.infer<typeof networkSchema>

/** `GET /api/networks`. */
export const networkListSchema = z.object({
  networks: z.array(networkSchema),
  /** On the disk of the data folder. */
  freeBytes: z.int().check(z.nonnegative()),
  /** Another folder in which files are looked for. */
  folder: z.optional(z.string()),
  /** Networks that the environment names, which come first. */
  set: z.array(z.object({ job: z.enum(['mask', 'depth']), file: z.string() })),
})
export type NetworkList = z.infer<typeof networkListSchema>

/** `PATCH /api/networks/:id`. */
export const changeNetworkSchema = z.object({ isUsed: z.boolean() })

/** `PUT /api/networks/folder`; empty for none. */
export const networkFolderSchema = z.object({ folder: z.string().check(z.maxLength(4_000)) })

/** `PUT /api/networks/:id/files/:name?at=&total=` answers with what it has of the file. */
export const networkPieceSchema = z.object({ bytes: z.int() })
export type NetworkPiece = z.infer<typeof networkPieceSchema>

/** What TripoSR's encoder gives: three planes of 64 by 64 places with 40 numbers each, as 32-bit floats. */
export const sceneCodesDims: readonly number[] = [1, 3, 40, 64, 64]
export const sceneCodesBytes = 4 * 3 * 40 * 64 * 64

/** `POST /api/shapes/:id/codes`. */
export const keptSceneCodesSchema = z.object({ id: z.string() })
export type KeptSceneCodes = z.infer<typeof keptSceneCodesSchema>

/** `GET /api/shapes/:id`: the encoder's file first, then what it refers to. */
export const shapeFilesSchema = z.object({
  files: z.array(z.object({ name: z.string(), bytes: z.int().check(z.nonnegative()) })),
})
export type ShapeFiles = z.infer<typeof shapeFilesSchema>
