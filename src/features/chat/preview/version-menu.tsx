import ChevronDown from 'lucide-react/icons/chevron-down'
import FileDiff from 'lucide-react/icons/file-diff'
import Undo2 from 'lucide-react/icons/undo-2'
import { countChanges, diffLines } from '#lib/diff-lines.ts'
import { formatAge } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { MenuProps } from '#ui/overlays/menu-props.ts'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'
import type { PreviewVersion } from './preview-versions.ts'

type VersionMenuProps = {
  versions: readonly PreviewVersion[]
  at: number
  onShow: (index: number) => void
  onCompare: () => void
  onGoBack: (() => void) | undefined
}

export function VersionMenu({ versions, at, onShow, onCompare, onGoBack }: VersionMenuProps) {
  return (
    <Menu
      trigger={createVersionButton(at, versions.length)}
      items={[
        ...listVersions(versions, at, onShow),
        'separator',
        ...(at > 0
          ? [
              {
                label: t('Compare with version {at}', { at }),
                icon: <FileDiff aria-hidden />,
                onSelect: onCompare,
              },
            ]
          : []),
        ...(onGoBack && at < versions.length - 1
          ? [
              {
                label: t('Go back to this version'),
                icon: <Undo2 aria-hidden />,
                onSelect: onGoBack,
              },
            ]
          : []),
      ]}
    />
  )
}

const createVersionButton =
  (at: number, count: number): OverlayTrigger =>
  (props) => (
    <Button
      {...props}
      aria-label={t('Version {at} of {count}', { at: at + 1, count })}
      className="whitespace-nowrap tabular-nums"
    >
      <span>
        <span className="max-sm:hidden">{t('Version')} </span>
        {at + 1} <span className="font-normal text-ink-muted">{t('of {count}', { count })}</span>
      </span>
      <ChevronDown aria-hidden />
    </Button>
  )

const listVersions = (
  versions: readonly PreviewVersion[],
  shown: number,
  onShow: (index: number) => void,
): MenuProps['items'] =>
  versions
    .map((version, at) => ({
      id: `version-${at}`,
      label: t('Version {at}', { at: at + 1 }),
      detail: describeVersion(version, versions[at - 1]),
      isChecked: at === shown,
      isChoice: true,
      onSelect: () => onShow(at),
    }))
    .toReversed()

function describeVersion(version: PreviewVersion, before: PreviewVersion | undefined): string {
  const age = formatAge(version.createdAt, Date.now())
  if (!before) return t('First version · {age}', { age })
  const { added, removed } = countChanges(diffLines(before.code, version.code))
  return t(
    '{isEdited, select, true {Your edit, } other {}}{added, plural, one {# line} other {# lines}} added, {removed} removed · {age}',
    { isEdited: version.isEdited, added, removed, age },
  )
}
