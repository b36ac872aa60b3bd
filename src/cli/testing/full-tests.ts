/**
 * Slow unit tests that only `npm run test:full` runs. They start many processes, simulate power
 * cuts, send thousands of requests, or use programs of other companies.
 */
export const fullTests = [
  'src/server/testing/{clients,fuzz,llama,power-cut}/**/*.test.ts',
  'src/server/admin/{admin,restore,update-snapshot}.test.ts',
  'src/server/admin/bucket/bucket-restore.full.test.ts',
  'src/server/store/embedded/{shrink,update}.full.test.ts',
  'src/server/chat/runs/{durability,wire-cases/whole-wire-cases.full}.test.ts',
  'src/server/documents/pdf-text.test.ts',
  'src/server/files/pictures/{normalize-picture,heic-to-png}.test.ts',
  'src/server/generation/worker/recover-tasks.test.ts',
  'src/server/json/parse-early.test.ts',
  'src/server/mcp-client/conformance/*.test.ts',
  'src/server/process/bounded-{pool,process}.test.ts',
  'src/server/providers/{chat-faults,faults,hostile-answers}.test.ts',
  'src/server/spending/parallel-estimates.test.ts',
  'src/server/store/{baseline,store}.test.ts',
  'src/server/store/embedded/vacuum.test.ts',
  'src/engine/{image-to-3d,random-masks,worker}.test.ts',
  'src/engine/scan/scan-to-3d.test.ts',
  'src/engine/scan/live/look-at-frame.test.ts',
  'src/engine/mask/backdrop-doubt.test.ts',
  'src/engine/fields/{hull/{hull,near-ideal-sides},network-depth/network-depth}.test.ts',
  'src/engine/triplane/triplane.test.ts',
  'src/features/chat/markdown/streaming/properties.test.ts',
  'src/model-files/print/closed-prints.test.ts',
  'src/cli/release.test.ts',
]
