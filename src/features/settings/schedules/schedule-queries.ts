import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  deleteSchedule,
  listScheduleRuns,
  listSchedules,
  pauseSchedule,
  putSchedule,
  startSchedule,
} from '#api/chat/schedules.ts'
import type { PutSchedule, Schedule } from '#contract/chat/schedules.ts'
import { newId } from '#lib/id.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { withClient } from '#queries/with-client.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/settings.ts'

/**
 * Milliseconds between two polls while a run is active, because no event announces the end of the
 * run.
 */
const activeEveryMs = 3_000
const restEveryMs = 60_000

const isActive = ({ lastRun }: Schedule): boolean =>
  lastRun?.status === 'starting' || lastRun?.status === 'running'

export const schedulesQuery = () =>
  queryOptions({
    queryKey: chatKeys.schedules,
    queryFn: ({ signal }) => listSchedules(signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? activeEveryMs : restEveryMs),
  })

/** @param state a new value reloads the list of runs. */
export const scheduleRunsQuery = (id: string, state: string) =>
  queryOptions({
    queryKey: [...chatKeys.schedules, id, state],
    queryFn: ({ signal }) => listScheduleRuns(id, signal),
    staleTime: 0,
  })

const refresh = withClient((client) => client.invalidateQueries({ queryKey: chatKeys.schedules }))

export const usePutSchedule = () =>
  useMutation({
    mutationFn: ({ id, ...schedule }: PutSchedule & { id: string }) => putSchedule(id, schedule),
    onSuccess: refresh,
  })

export const usePauseSchedule = () =>
  useMutation({
    mutationFn: ({ id, isPaused }: { id: string; isPaused: boolean }) =>
      pauseSchedule(id, isPaused),
    onSuccess: refresh,
    onError: reportFailure(t('Could not change it')),
  })

export const useRemoveSchedule = () =>
  useMutation({ mutationFn: deleteSchedule, onSuccess: refresh })

export const useStartSchedule = () =>
  useMutation({
    mutationFn: (id: string) => startSchedule(id, newId()),
    onSuccess: refresh,
    onError: reportFailure(t('Could not run it')),
  })
