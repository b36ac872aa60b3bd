import { dateLanguage } from '#lib/language/translate.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Link } from 'wouter'
import { cancelAnyTask, readServerStatus } from '#api/status.ts'
import type { ServerStatus } from '#contract/server-status.ts'
import { explainError } from '#lib/explain.ts'
import { formatAge, formatBytes, formatCount } from '#lib/format.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { StateLight } from '#ui/feedback/state-light.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { t } from '#languages/settings.ts'
import { describeDetails, describeEvent } from '../audit/describe-event.ts'
import { toConnectionAddress } from '../connections/connection-address.ts'
import { SettingsPart } from '../layout/part.tsx'
import { settingsQueries } from '../queries/settings-queries.ts'
import { DatabasePart } from './database-part.tsx'
import { getHealth, healthCardCount, type HealthCard } from './health.ts'
import { statusKey } from './status-key.ts'
import { TrendLine } from './trend-line.tsx'

const renewMs = 15_000

export function StatusPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => readServerStatus(signal),
    staleTime: 0,
    refetchInterval: renewMs,
  })
  const health = data && getHealth(data)
  return (
    <>
      <SettingsPart
        id="health"
        title={t('Health')}
        about={health?.sentence ?? t('Checks the server, its database, its disk and its queue.')}
        action={
          <Button
            icon={<RefreshCw aria-hidden />}
            isLoading={isFetching && data !== undefined}
            onClick={() => void refetch()}
          >
            {t('Check again')}
          </Button>
        }
      >
        {error && (
          <Card className="px-4 py-3">
            <p role="alert" className="text-danger">
              {explainError(error)}
            </p>
          </Card>
        )}
        {!error && (
          <ul
            aria-label={t('Health')}
            aria-busy={!health}
            className="grid grid-cols-2 gap-3 lg:grid-cols-4"
          >
            {health?.cards.map((card) => <HealthTile key={card.title} card={card} />) ??
              Array.from({ length: healthCardCount }, (_, at) => (
                <li key={at} className={cn('card', at < 4 ? 'h-34' : 'h-24')} />
              ))}
          </ul>
        )}
      </SettingsPart>
      {/* Stays invisible until loaded, so that nothing visible moves. */}
      <div className={cn('contents', !data && 'invisible')}>
        <Services connections={data?.connections} checkedAt={data?.checkedAt} />
        <Tasks tasks={data?.tasks} />
        <Storage storage={data?.storage} />
        <DatabasePart database={data?.database} />
        <Problems problems={data?.problems} startedAt={data?.startedAt} />
        <SecurityEvents />
      </div>
    </>
  )
}

type ServicesProps = {
  connections: ServerStatus['connections'] | undefined
  checkedAt: string | undefined
}

const Services = ({ connections, checkedAt = '' }: ServicesProps) => (
  <SettingsPart
    id="services"
    title={t('Services')}
    about={t('Whether the connections answered the last time.')}
  >
    {connections?.length === 0 ? (
      <EmptyRow title={t('No connections')}>{t('Services that you connect appear here.')}</EmptyRow>
    ) : (
      <Card isList>
        {connections?.map(({ id, name, isOn, lastAnsweredAt, problem }) => (
          <ListRow
            key={id}
            tile={<StateLight state={toLight({ isOn, lastAnsweredAt, problem })} />}
            title={
              <Link href={toConnectionAddress(id)} className="hover:underline">
                {name}
              </Link>
            }
            detail={isOn ? problem : undefined}
            figure={describeAnswer({ isOn, lastAnsweredAt }, Date.parse(checkedAt))}
          />
        ))}
      </Card>
    )}
  </SettingsPart>
)

type ConnectionState = Pick<
  ServerStatus['connections'][number],
  'isOn' | 'lastAnsweredAt' | 'problem'
>

function toLight({ isOn, lastAnsweredAt, problem }: ConnectionState) {
  if (!isOn) return 'off'
  if (problem !== undefined) return 'caution'
  return lastAnsweredAt === undefined ? 'off' : 'good'
}

function describeAnswer({ isOn, lastAnsweredAt }: ConnectionState, nowMs: number): string {
  if (!isOn) return t('Off')
  if (lastAnsweredAt === undefined) return t('not used yet')
  const age = formatAge(lastAnsweredAt, nowMs)
  return t('answered {age}', { age: age === t('now') ? t('just now') : age })
}

function Tasks({ tasks }: { tasks: ServerStatus['tasks'] | undefined }) {
  const client = useQueryClient()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: cancelAnyTask,
    onSettled: () => client.invalidateQueries({ queryKey: statusKey }),
    onError: reportFailure(t('Could not cancel the task')),
  })
  return (
    <SettingsPart
      id="running-tasks"
      title={t('Running tasks')}
      about={t('3D models of everyone that wait or are being made.')}
    >
      {tasks?.length === 0 ? (
        <EmptyRow title={t('No tasks')}>{t('3D models that are being made appear here.')}</EmptyRow>
      ) : (
        <Card isList>
          {tasks?.map((task) => (
            <ListRow
              key={task.id}
              title={task.modelId}
              detail={t('{person} · since {createdAt}', {
                person: task.person,
                createdAt: formatTime(task.createdAt),
              })}
              figure={task.status === 'running' ? t('Running') : t('Waiting')}
              action={
                <Button
                  size="sm"
                  isLoading={isPending && variables === task.id}
                  onClick={() => mutate(task.id)}
                >
                  {t('Cancel')}
                </Button>
              }
            />
          ))}
        </Card>
      )}
    </SettingsPart>
  )
}

const Storage = ({ storage }: { storage: ServerStatus['storage'] | undefined }) => (
  <SettingsPart id="storage" title={t('Storage')} about={t('How much each person stores.')}>
    {storage?.length === 0 ? (
      <EmptyRow title={t('Nothing is stored yet')}>
        {t('Models, pictures and documents count.')}
      </EmptyRow>
    ) : (
      <Card isList>
        {storage?.map(({ ownerId, person, modelBytes, pictureBytes, documentBytes }) => (
          <ListRow
            key={ownerId}
            title={ownerId === person ? t('This server') : person}
            detail={t(
              '3D models {modelBytes} · pictures {pictureBytes} · documents {documentBytes}',
              {
                modelBytes: formatBytes(modelBytes),
                pictureBytes: formatBytes(pictureBytes),
                documentBytes: formatBytes(documentBytes),
              },
            )}
            figure={formatBytes(modelBytes + pictureBytes + documentBytes)}
          />
        ))}
      </Card>
    )}
  </SettingsPart>
)

type ProblemsProps = {
  problems: ServerStatus['problems'] | undefined
  startedAt: string | undefined
}

const Problems = ({ problems, startedAt }: ProblemsProps) => (
  <SettingsPart
    id="recent-errors"
    title={t('Recent errors')}
    about={t('Errors since {startedAt}. The log of the server has the details, by request id.', {
      startedAt: startedAt === undefined ? t('the start') : formatTime(startedAt),
    })}
  >
    {problems?.length === 0 ? (
      <EmptyRow title={t('No errors')}>{t('Errors of the server appear here.')}</EmptyRow>
    ) : (
      <Card isList>
        {problems?.map(({ at, text, count, requestId }) => (
          <ListRow
            key={text}
            title={text}
            detail={`${formatTime(at)}${requestId === undefined ? '' : ` ${t('· request {requestId}', { requestId })}`}`}
            figure={count === 1 ? t('once') : t('{count} times', { count: formatCount(count) })}
          />
        ))}
      </Card>
    )}
  </SettingsPart>
)

const eventCount = 5

function SecurityEvents() {
  const { data } = useInfiniteQuery(settingsQueries.audit())
  const events = data?.pages[0]?.events.slice(0, eventCount)
  return (
    <SettingsPart
      id="security-events"
      title={t('Security events')}
      about={t('The latest sign-ins, keys, links and refused requests.')}
      action={<LinkButton href="/settings/security">{t('Show all')}</LinkButton>}
    >
      {events?.length === 0 ? (
        <EmptyRow title={t('No events')}>
          {t('Sign-ins and refused requests appear here.')}
        </EmptyRow>
      ) : (
        <Card isList>
          {events?.map((event) => (
            <ListRow
              key={event.id}
              title={describeEvent(event)}
              detail={`${describeDetails(event)}${event.requestId === undefined ? '' : ` ${t('· request {requestId}', { requestId: event.requestId })}`}`}
              figure={formatTime(event.lastAt)}
            />
          ))}
        </Card>
      )}
    </SettingsPart>
  )
}

const formatTime = (at: string): string => new Date(at).toLocaleString(dateLanguage)

const stateWords = { good: t('works'), caution: t('needs attention'), bad: t('fails') } as const

const HealthTile = ({
  card: { title, state, figure, detail, trend, notice },
}: {
  card: HealthCard
}) => (
  <li className="card flex flex-col gap-1 overflow-hidden px-4 py-3.5">
    <span className="flex items-center justify-between text-xs text-ink-muted">
      {title}
      <StateLight state={state} />
      <span className="sr-only">{stateWords[state]}</span>
    </span>
    <span className="text-xl font-semibold text-ink tabular-nums">{figure}</span>
    {/* No line starts with a dot. */}
    <span className="text-xs text-pretty text-ink-muted">
      {detail.replaceAll(' · ', '\u00a0· ')}
    </span>
    {notice && (
      <span className="text-xs font-medium text-ink">
        {notice.url === undefined ? (
          notice.text
        ) : (
          <a
            href={notice.url}
            target="_blank"
            rel="noreferrer"
            className="text-accent-strong hover:underline"
          >
            {notice.text}
          </a>
        )}
      </span>
    )}
    {trend && (
      <span className="-mx-4 mt-auto -mb-3.5 flex pt-2">
        <TrendLine {...trend} isWarning={state !== 'good'} />
      </span>
    )}
  </li>
)
