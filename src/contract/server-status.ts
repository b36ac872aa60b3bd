import * as z from 'zod/mini'
import { idSchema } from './id.ts'

const bytes = z.number()

const newerVersionSchema = z.object({
  version: z.string(),
  url: z.optional(z.string()),
})
export type NewerVersion = z.infer<typeof newerVersionSchema>

const storedBytesSchema = z.object({
  modelBytes: bytes,
  pictureBytes: bytes,
  documentBytes: bytes,
})

/** Load of the server at one time. */
const loadPointSchema = z.object({
  at: z.string(),
  /** Fraction of the time in which the event loop was busy. */
  busyRatio: z.number(),
  /** Duration of a database statement that reads nothing, in milliseconds. */
  responseMs: z.number(),
  /** Used bytes of the disk. */
  usedBytes: bytes,
  /** Running 3D tasks and answers that are being written. */
  workCount: z.number(),
})
export type LoadPoint = z.infer<typeof loadPointSchema>

/** The server's health, use and problems, for admins. */
export const serverStatusSchema = z.object({
  checkedAt: z.string(),
  version: z.string(),
  build: z.string(),
  /**
   * A newer version of the app. Absent if this version is the latest, or if no release feed is set.
   */
  newer: z.optional(newerVersionSchema),
  startedAt: z.string(),
  checks: z.record(z.string(), z.enum(['ok', 'failing'])),
  process: z.object({
    memoryBytes: bytes,
    /** Fraction of the time since the previous request in which the event loop was busy. */
    busyRatio: z.number(),
    /** Delay of timers since the previous request, 99th percentile, in milliseconds. */
    delayMs: z.number(),
  }),
  database: z.object({
    kind: z.enum(['embedded', 'server']),
    sizeBytes: bytes,
    /** Duration of a database statement that reads nothing, in milliseconds. */
    responseMs: z.number(),
  }),
  disk: z.object({ freeBytes: bytes, totalBytes: bytes }),
  /** Load of the last day, oldest first. Starts with this process. */
  history: z.array(loadPointSchema),
  files: z.enum(['folder', 'bucket']),
  engine: z.object({
    runningCount: z.number(),
    waitingCount: z.number(),
    /** Reason why the last job of the local engine failed. Absent if the input was the cause. */
    problem: z.optional(z.string()),
  }),
  connections: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isOn: z.boolean(),
      lastAnsweredAt: z.optional(z.string()),
      problem: z.optional(z.string()),
    }),
  ),
  answerCount: z.number(),
  streamCount: z.number(),
  waitingTaskCount: z.number(),
  runningTaskCount: z.number(),
  /** The first tasks of the queue. */
  tasks: z.array(
    z.object({
      id: idSchema,
      modelId: z.string(),
      person: z.string(),
      status: z.enum(['queued', 'running']),
      createdAt: z.string(),
    }),
  ),
  /** Bytes of everyone. */
  stored: storedBytesSchema,
  /** Bytes of the people who store most. */
  storage: z.array(z.extend(storedBytesSchema, { ownerId: z.string(), person: z.string() })),
  /** Usage of all users today, in UTC. */
  today: z.object({ usd: z.number(), tokens: z.number(), models: z.number() }),
  backupAt: z.optional(z.string()),
  /** Time until which the next scheduled backup should be made. Absent without a schedule. */
  backupDueAt: z.optional(z.string()),
  problems: z.array(
    z.object({
      at: z.string(),
      text: z.string(),
      count: z.number(),
      requestId: z.optional(z.string()),
    }),
  ),
})
/** Sizes of the database before and after its unused space was freed. */
export const shrunkDatabaseSchema = z.object({ beforeBytes: bytes, afterBytes: bytes })
export type ShrunkDatabase = z.infer<typeof shrunkDatabaseSchema>

export type ServerStatus = z.infer<typeof serverStatusSchema>
