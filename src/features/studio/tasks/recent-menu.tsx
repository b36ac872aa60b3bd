import LayoutGrid from 'lucide-react/icons/layout-grid'
import { useLocation } from 'wouter'
import type { Task } from '#contract/tasks.ts'
import { Button } from '#ui/actions/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/studio.ts'
import { describeTask } from './describe-task.ts'
import { isLive } from './task-list.ts'

type RecentMenuProps = {
  tasks: readonly Task[]
  shownId: string | undefined
  onShown: (task: Task) => void
}

export function RecentMenu({ tasks, shownId, onShown }: RecentMenuProps) {
  const [, navigate] = useLocation()
  return (
    <Menu
      trigger={tasks.some(isLive) ? busyTrigger : trigger}
      items={[
        ...tasks.map((task) => ({
          id: task.id,
          label: describeTask(task),
          icon: <Picture task={task} />,
          isChecked: task.id === shownId,
          isChoice: true,
          onSelect: () => onShown(task),
        })),
        'separator' as const,
        { label: t('All models'), icon: <LayoutGrid />, onSelect: () => navigate('/library') },
      ]}
    />
  )
}

function Picture({ task }: { task: Task }) {
  const image = task.asset?.thumbnailUrl ?? task.pictureUrl
  return (
    <span className="grid size-9 place-items-center overflow-hidden rounded-md backdrop-stage">
      {image !== undefined && (
        <img src={image} alt="" loading="lazy" className="size-full object-contain" />
      )}
    </span>
  )
}

const trigger: OverlayTrigger = (props) => (
  <Button {...props} icon={<LayoutGrid aria-hidden />} className="shadow-overlay!">
    {t('Recent')}
  </Button>
)

const busyTrigger: OverlayTrigger = (props) => (
  <Button {...props} icon={<Spinner />} className="shadow-overlay!">
    {t('Recent')}
  </Button>
)
