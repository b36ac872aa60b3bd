import { auditPageSchema, type AuditPage } from '#contract/access/audit.ts'
import { requestJson } from '../http/http.ts'

/** Address that returns all audit events as JSON lines. */
export const auditExportUrl = '/api/audit/export'

/** Lists audit events, newest first. @param before the id of the oldest event that is known. */
export const listAudit = (before: string | undefined, signal?: AbortSignal): Promise<AuditPage> =>
  requestJson(
    auditPageSchema,
    before === undefined ? '/api/audit' : `/api/audit?before=${encodeURIComponent(before)}`,
    { signal },
  )
