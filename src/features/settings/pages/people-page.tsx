import { ModelAccessPart } from '../model-access/model-access-part.tsx'
import type { PageProps } from '../layout/page-props.ts'
import { PeoplePart } from '../people/people-part.tsx'
import { ScimPart } from '../people/scim-part.tsx'
import { TeamsPart } from '../teams/teams-part.tsx'

export const PeoplePage = ({ access, hasPeople }: PageProps) => (
  <>
    <PeoplePart access={access} />
    {hasPeople && <TeamsPart isAdmin />}
    {hasPeople && <ModelAccessPart />}
    {hasPeople && <ScimPart />}
  </>
)
