import { sql } from 'drizzle-orm'
import type { UsualTimes } from '#contract/tasks.ts'
import type { Database } from '../store/store.ts'

/** How many of a model's last tasks count: enough to be fair, few enough to follow a change. */
const lastTasks = 10

/**
 * How long tasks have taken here: the median of each model's last ten that were completed, from their
 * begin to their end, and from the begin of each stage to the end of the task.
 */
export async function usualTimes(db: Database): Promise<UsualTimes> {
  const [totals, stages] = await Promise.all([
    db.execute<{ model_id: string; count: number; ms: number }>(sql`
      with last as (${lastCompleted})
      select model_id, count(*)::int as count,
        percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)) * 1000 as ms
      from last group by model_id order by model_id`),
    db.execute<{ model_id: string; stage: string; ms: number }>(sql`
      with last as (${lastCompleted}),
      begun as (
        select last.model_id, task_events.task_id, task_events.stage,
          extract(epoch from min(last.finished_at) - min(task_events.created_at)) * 1000 as ms
        from last join task_events on task_events.task_id = last.id
        where task_events.stage is not null
        group by last.model_id, task_events.task_id, task_events.stage
      )
      select model_id, stage, percentile_cont(0.5) within group (order by ms) as ms
      from begun group by model_id, stage`),
  ])
  return {
    models: totals.rows.map(({ model_id: modelId, count, ms }) => ({
      modelId,
      count,
      totalMs: wholeMs(ms),
      stages: stages.rows
        .filter((row) => row.model_id === modelId)
        .map((row) => ({ stage: row.stage, leftMs: wholeMs(row.ms) }))
        .toSorted((a, b) => b.leftMs - a.leftMs),
    })),
  }
}

const lastCompleted = sql.raw(`
  select id, model_id, started_at, finished_at from (
    select id, model_id, started_at, finished_at,
      row_number() over (partition by model_id order by finished_at desc) as place
    from tasks
    where status = 'completed' and started_at is not null and finished_at is not null
  ) as ranked where place <= ${lastTasks}`)

/** Clocks may have been set back between two moments. */
const wholeMs = (ms: number): number => Math.max(0, Math.round(ms))
