import { GoogleUnavailable, type Google } from './port.ts'

/** Google when no client is configured: nobody is sent there and nothing is believed. */
export function createGoogleOff(): Google {
  const refuse = async (): Promise<never> => {
    throw new GoogleUnavailable('not configured')
  }
  return { isConfigured: false, authorizationUrl: refuse, exchange: refuse, verifyIdToken: refuse }
}
