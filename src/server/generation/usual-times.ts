import { sql } from 'drizzle-orm'
import type { UsualTimes } from '#contract/tasks.ts'
import { ownedBy } from '../store/owned-queries.ts'
import type { Database } from '../store/store.ts'

/**
 * Number of recent tasks per model that count: enough for all kinds of params, few enough to
 * reflect changes soon.
 */
const lastTasks = 20
/**
 * Maximum length of a compared param value, in characters. Long values such as prompts hardly
 * affect the duration.
 */
const valueLengthMax = 60

type Row = {
  model_id: string
  params: Record<string, string | number | boolean> | null
  pixels: number | null
  has_alpha: boolean | null
  ms: number
  stages: { stage: string; left_ms: number }[] | null
}

/**
 * Returns the durations of each model's recent completed tasks, with the params that may affect the
 * durations.
 */
export async function usualTimes(db: Database): Promise<UsualTimes> {
  const { rows } = await db.execute<Row>(sql`
    with last as (
      select id, model_id, params, picture_file_id, started_at, finished_at from (
        select *, row_number() over (partition by model_id order by finished_at desc) as place
        from tasks
        where ${ownedBy('tasks')} and status = 'completed' and started_at is not null and finished_at is not null
      ) as ranked where place <= ${lastTasks}
    )
    select last.model_id,
      (select jsonb_object_agg(key, value) from jsonb_each(last.params)
        where jsonb_typeof(value) in ('number', 'boolean', 'string')
          and length(value::text) <= ${valueLengthMax}) as params,
      files.width_px * files.height_px as pixels,
      files.has_alpha,
      extract(epoch from last.finished_at - last.started_at)::float8 * 1000 as ms,
      (select jsonb_agg(jsonb_build_object('stage', stage, 'left_ms', left_ms)) from (
        select stage,
          extract(epoch from last.finished_at - min(task_events.created_at))::float8 * 1000 as left_ms
        from task_events
        where task_events.task_id = last.id and stage is not null
        group by stage order by left_ms desc
      ) as begun) as stages
    from last left join files on files.id = last.picture_file_id
    order by last.model_id, last.finished_at desc`)
  const models = new Map<string, UsualTimes['models'][number]['runs']>()
  for (const { model_id: modelId, params, pixels, has_alpha: hasAlpha, ms, stages } of rows) {
    const runs = models.get(modelId) ?? []
    models.set(modelId, runs)
    runs.push({
      params: params ?? {},
      ...(pixels !== null && { pixels }),
      ...(hasAlpha !== null && { hasAlpha }),
      totalMs: wholeMs(ms),
      stages: (stages ?? []).map(({ stage, left_ms: left }) => ({ stage, leftMs: wholeMs(left) })),
    })
  }
  return { models: [...models].map(([modelId, runs]) => ({ modelId, runs })) }
}

/** The clock may have been set back during a task, so negative durations become 0. */
const wholeMs = (ms: number): number => Math.max(0, Math.round(ms))
