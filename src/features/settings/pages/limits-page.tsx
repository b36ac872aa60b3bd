import { LimitsPart } from '../limits/limits-part.tsx'
import type { PageProps } from '../layout/page-props.ts'
import { SpendingPart } from '../spending/spending-part.tsx'

export const LimitsPage = ({ hasPeople }: PageProps) => (
  <>
    <LimitsPart isAdmin hasPeople={hasPeople} />
    <SpendingPart of="all" hasPeople={hasPeople} />
  </>
)
