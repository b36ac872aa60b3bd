import { auditPageSchema, type AuditPage } from '#contract/access/audit.ts'
import { requestJson } from '../http/http.ts'

export const auditExportUrl = '/api/audit/export'

/**
 * Lists audit events, newest first.
 * @param before the id of the oldest event that the page already has.
 */
export const listAudit = (before: string | undefined, signal?: AbortSignal): Promise<AuditPage> =>
  requestJson(
    auditPageSchema,
    before === undefined ? '/api/audit' : `/api/audit?before=${encodeURIComponent(before)}`,
    { signal },
  )
