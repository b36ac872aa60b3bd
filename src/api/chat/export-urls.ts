export const toExportUrl = (conversationId: string, format: 'markdown' | 'json' | 'zip'): string =>
  `/api/conversations/${conversationId}/export?format=${format}`
export const exportAllUrl = '/api/export?format=zip'
