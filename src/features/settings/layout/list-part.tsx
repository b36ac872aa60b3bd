import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { cardClass } from './card-class.ts'
import { SettingsPart } from './part.tsx'

type ListPartProps = {
  id: string
  title: string
  about: string
  addLabel: string
  onAdd: () => void
  error: Error | null | undefined
  empty: ReactNode
  rows: readonly ReactNode[] | undefined
  children: ReactNode
}

export const ListPart = ({
  id,
  title,
  about,
  addLabel,
  onAdd,
  error,
  empty,
  rows,
  children,
}: ListPartProps) => (
  <SettingsPart
    id={id}
    title={title}
    about={about}
    action={
      <Button icon={<Plus aria-hidden />} onClick={onAdd}>
        {addLabel}
      </Button>
    }
  >
    {error && !rows && (
      <p role="alert" className="text-danger">
        {explainError(error)}
      </p>
    )}
    {rows?.length === 0 && empty}
    {rows && rows.length > 0 && (
      <ul aria-label={title} className={cardClass}>
        {rows}
      </ul>
    )}
    {children}
  </SettingsPart>
)
