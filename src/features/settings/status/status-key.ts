export const statusKey = ['server-status']
