import { useMutation } from '@tanstack/react-query'
import {
  changePeopleSettings,
  deleteTeam,
  makeTeam,
  removeTeamMember,
  renameTeam,
  setTeamMember,
} from '#api/access/teams.ts'
import { sharedQuery } from '#queries/shared-with-me.ts'
import { teamsQuery } from '#queries/teams.ts'
import { withClient } from '#queries/with-client.ts'

const readAgain = withClient((client) => client.invalidateQueries(teamsQuery()))

export const useMakeTeam = () => useMutation({ mutationFn: makeTeam, onSuccess: readAgain })
export const useRenameTeam = () => useMutation({ mutationFn: renameTeam, onSuccess: readAgain })
export const useDeleteTeam = () => useMutation({ mutationFn: deleteTeam, onSuccess: readAgain })
export const useSetMember = () => useMutation({ mutationFn: setTeamMember, onSuccess: readAgain })
export const useRemoveMember = () =>
  useMutation({ mutationFn: removeTeamMember, onSuccess: readAgain })
export const useChangePeopleSettings = () =>
  useMutation({
    mutationFn: changePeopleSettings,
    onSuccess: withClient(async (client) => {
      await client.invalidateQueries(teamsQuery())
      await client.invalidateQueries(sharedQuery())
    }),
  })
