import { Download } from 'lucide-react'
import { LinkButton } from '#ui/actions/button.tsx'
import type { Desk, Topic } from '../state/desk-state.ts'

const reasons: Partial<Record<Topic, string>> = {
  section: 'a cut through them would have no outline',
  measure: 'there are no points of a surface to measure between',
  print: 'a printer would find nothing to print',
  lighten: 'there are no triangles to do without',
  export: 'the other kinds of files have no room for them',
}

/** Why a tool for surfaces is not there for splats, and what can be done all the same. */
export function NoSurface({ topic, desk }: { topic: Topic; desk: Desk }) {
  const { model } = desk
  return (
    <>
      <p className="text-pretty text-ink-muted">
        Gaussian splats are soft spots of colour without a surface: {reasons[topic]}. To make one of
        them, use a model that gives triangles.
      </p>
      {topic === 'export' && (
        <LinkButton
          href={model.url}
          download={model.fileName.replace(/\.[^.]+$/, '.glb')}
          icon={<Download aria-hidden />}
        >
          GLB with splats
        </LinkButton>
      )}
    </>
  )
}
