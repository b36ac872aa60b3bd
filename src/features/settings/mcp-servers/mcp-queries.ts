import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  changeMcpServer,
  createMcpServer,
  listMcpServers,
  refreshMcpServer,
  finishMcpSignIn,
  removeMcpServer,
} from '#api/mcp-servers.ts'
import type { ChangeMcpServer } from '#contract/mcp-servers.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { withClient } from '#queries/with-client.ts'

/**
 * Returns the query for MCP servers. Its key starts with the key of the connections, so that
 * reloading connections also reloads MCP servers.
 */
export const mcpServersQuery = () =>
  queryOptions({
    queryKey: [...connectionsQuery().queryKey, 'mcp'],
    queryFn: ({ signal }) => listMcpServers(signal),
    staleTime: 10_000,
  })

const readAgain = withClient(async (client) => {
  await client.invalidateQueries(mcpServersQuery())
  await client.invalidateQueries({ queryKey: chatKeys.tools })
})

/** `gcTime: 0` removes headers from the mutation cache. */
export const useCreateMcpServer = () =>
  useMutation({ mutationFn: createMcpServer, onSuccess: readAgain, gcTime: 0 })

export const useChangeMcpServer = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: ChangeMcpServer }) =>
      changeMcpServer(id, change),
    onSuccess: readAgain,
    gcTime: 0,
  })

export const useRefreshMcpServer = () =>
  useMutation({ mutationFn: refreshMcpServer, onSuccess: readAgain })

export const useRemoveMcpServer = () =>
  useMutation({ mutationFn: removeMcpServer, onSuccess: readAgain })

export const useFinishMcpSignIn = () =>
  useMutation({ mutationFn: finishMcpSignIn, onSuccess: readAgain, gcTime: 0 })
