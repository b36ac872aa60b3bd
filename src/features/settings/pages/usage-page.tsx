import { LimitsPart } from '../limits/limits-part.tsx'
import type { PageProps } from '../layout/page-props.ts'
import { RatingsPart } from '../ratings/ratings-part.tsx'
import { SpendingPart } from '../spending/spending-part.tsx'
import { UsagePart } from '../usage/usage-part.tsx'

export const UsagePage = ({ isAdmin, hasPeople }: PageProps) => (
  <>
    <UsagePart />
    <RatingsPart />
    {hasPeople && <SpendingPart of="own" hasPeople />}
    {!isAdmin && <LimitsPart isAdmin={false} hasPeople={hasPeople} />}
  </>
)
