import {
  scheduleListSchema,
  scheduleRunListSchema,
  scheduleRunSchema,
  scheduleSchema,
  type PutSchedule,
  type Schedule,
  type ScheduleRun,
} from '#contract/chat/schedules.ts'
import { requestJson, requestNothing } from '../http/http.ts'

export const listSchedules = async (signal?: AbortSignal): Promise<Schedule[]> =>
  (await requestJson(scheduleListSchema, '/api/schedules', { signal })).schedules

export const putSchedule = (id: string, schedule: PutSchedule): Promise<Schedule> =>
  requestJson(scheduleSchema, `/api/schedules/${id}`, { method: 'PUT', body: schedule })

export const pauseSchedule = (id: string, isPaused: boolean): Promise<Schedule> =>
  requestJson(scheduleSchema, `/api/schedules/${id}`, { method: 'PATCH', body: { isPaused } })

export const deleteSchedule = (id: string): Promise<void> =>
  requestNothing(`/api/schedules/${id}`, { method: 'DELETE' })

export const listScheduleRuns = async (id: string, signal?: AbortSignal): Promise<ScheduleRun[]> =>
  (await requestJson(scheduleRunListSchema, `/api/schedules/${id}/runs`, { signal })).runs

/** @param runId chosen by the caller, so that a repeated request starts only one run. */
export const startSchedule = (id: string, runId: string): Promise<ScheduleRun> =>
  requestJson(scheduleRunSchema, `/api/schedules/${id}/runs`, {
    method: 'POST',
    body: { id: runId },
  })
