import * as z from 'zod/mini'

/** Id of an ONNX model, such as `moge-2-small`. */
export const networkIdSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))

/** Maximum number of bytes per request of a chunked upload. */
export const networkPieceBytesMax = 8 * 1024 * 1024

export const networkFileSchema = z.object({
  name: z.string(),
  /** Size in bytes according to the download source. The downloaded file may differ. */
  bytes: z.int().check(z.nonnegative()),
  address: z.string(),
  isThere: z.boolean(),
})

/** An ONNX model that the local engine can use. */
export const networkSchema = z.object({
  id: networkIdSchema,
  name: z.string(),
  /** `mask` finds the object, `depth` estimates depth, and `shape` generates whole 3D models. */
  job: z.enum(['mask', 'depth', 'shape']),
  does: z.string(),
  needs: z.string(),
  licence: z.string(),
  page: z.string(),
  files: z.array(networkFileSchema),
  state: z.enum(['absent', 'loading', 'paused', 'ready']),
  loadedBytes: z.int().check(z.nonnegative()),
  totalBytes: z.int().check(z.nonnegative()),
  /** True if the engine uses the ONNX model from the next task on. */
  isUsed: z.boolean(),
  /** True if the files are in the configured folder, in which this server cannot delete files. */
  isInFolder: z.boolean(),
  lastMs: z.optional(z.int()),
  problem: z.optional(z.string()),
})
export type Network = z.infer<typeof networkSchema>

/** Response of `GET /api/networks`. */
export const networkListSchema = z.object({
  networks: z.array(networkSchema),
  freeBytes: z.int().check(z.nonnegative()),
  folder: z.optional(z.string()),
  /** ONNX models that environment variables set, and that override the models in `networks`. */
  set: z.array(z.object({ job: z.enum(['mask', 'depth']), file: z.string() })),
})
export type NetworkList = z.infer<typeof networkListSchema>

/** Body of `PATCH /api/networks/:id`. */
export const changeNetworkSchema = z.object({ isUsed: z.boolean() })

/** Body of `PUT /api/networks/folder`. An empty string removes the folder. */
export const networkFolderSchema = z.object({ folder: z.string().check(z.maxLength(4_000)) })

/**
 * Response of `PUT /api/networks/:id/files/:name?at=&total=`: the number of bytes received so far.
 */
export const networkPieceSchema = z.object({ bytes: z.int() })
export type NetworkPiece = z.infer<typeof networkPieceSchema>

/**
 * Shape of TripoSR's encoder output: three planes of 64 × 64 cells with 40 channels, 32-bit floats.
 */
export const sceneCodesDims: readonly number[] = [1, 3, 40, 64, 64]
export const sceneCodesBytes = 4 * 3 * 40 * 64 * 64

/** Response of `POST /api/shapes/:id/codes`. */
export const keptSceneCodesSchema = z.object({ id: z.string() })
export type KeptSceneCodes = z.infer<typeof keptSceneCodesSchema>

/**
 * Response of `GET /api/shapes/:id`: the encoder's file, then the files that the encoder
 * references.
 */
export const shapeFilesSchema = z.object({
  files: z.array(z.object({ name: z.string(), bytes: z.int().check(z.nonnegative()) })),
})
export type ShapeFiles = z.infer<typeof shapeFilesSchema>
