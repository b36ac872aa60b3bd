import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import { Link } from 'wouter'
import type { Task } from '#contract/tasks.ts'
import { preloadModel } from '#viewer/loading/preload.ts'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/studio.ts'
import { describeTask } from './describe-task.ts'
import { isLive } from './task-list.ts'

type TaskTrayProps = {
  tasks: readonly Task[]
  shownId: string | undefined
  onShown: (task: Task) => void
}

export const TaskTray = ({ tasks, shownId, onShown }: TaskTrayProps) => (
  <nav
    aria-label={t('Recent')}
    className="flex shrink-0 gap-1.5 overflow-x-auto border-t border-line bg-surface p-2.5 [scrollbar-width:thin] md:hidden min-[90rem]:flex min-[90rem]:w-20 min-[90rem]:flex-col min-[90rem]:items-center min-[90rem]:overflow-x-hidden min-[90rem]:overflow-y-auto min-[90rem]:border-t-0 min-[90rem]:border-s"
  >
    {tasks.map((task) => (
      <Tile
        key={task.id}
        task={task}
        isShown={task.id === shownId}
        onPressed={() => onShown(task)}
      />
    ))}
    <Link
      href="/library"
      aria-label={t('All models')}
      data-tooltip={t('All models')}
      data-tooltip-side="left"
      className="grid size-14 shrink-0 place-items-center rounded-lg text-ink-muted transition-colors hover:bg-hover hover:text-ink min-[90rem]:mt-auto"
    >
      <LayoutGrid aria-hidden className="size-4" />
    </Link>
  </nav>
)

type TileProps = { task: Task; isShown: boolean; onPressed: () => void }

function Tile({ task, isShown, onPressed }: TileProps) {
  const image = task.asset?.thumbnailUrl ?? task.pictureUrl
  const url = task.asset?.url
  return (
    <button
      type="button"
      aria-label={describeTask(task)}
      aria-current={isShown || undefined}
      data-tooltip={describeTask(task)}
      data-tooltip-side="left"
      onClick={onPressed}
      onPointerEnter={() => url !== undefined && !isShown && preloadModel(url)}
      className={cn(
        'relative size-14 shrink-0 overflow-hidden rounded-lg border backdrop-stage transition-colors',
        isShown
          ? 'border-accent ring-2 ring-accent'
          : 'border-transparent hover:border-line-strong',
      )}
    >
      {image !== undefined && (
        <img
          src={image}
          alt=""
          loading="lazy"
          className={cn(
            'size-full object-contain transition-opacity',
            task.status !== 'completed' && 'opacity-35',
          )}
        />
      )}
      {isLive(task) && (
        <Ring fraction={task.status === 'running' ? (task.progress ?? 0) : undefined} />
      )}
      {task.status === 'failed' && (
        <CircleAlert aria-hidden className="absolute inset-0 m-auto size-5 text-danger" />
      )}
    </button>
  )
}

function Ring({ fraction }: { fraction: number | undefined }) {
  return (
    <svg
      viewBox="0 0 36 36"
      aria-hidden
      className={cn(
        'absolute inset-0 m-auto size-8 -rotate-90',
        fraction === undefined && 'animate-pulse',
      )}
    >
      <circle cx="18" cy="18" r="15" fill="none" strokeWidth="3.5" className="stroke-line-strong" />
      <circle
        cx="18"
        cy="18"
        r="15"
        fill="none"
        strokeWidth="3.5"
        strokeLinecap="round"
        pathLength="100"
        strokeDasharray={`${(fraction ?? 0) * 100} 100`}
        className="stroke-accent transition-[stroke-dasharray] duration-(--motion-sheet)"
      />
    </svg>
  )
}
