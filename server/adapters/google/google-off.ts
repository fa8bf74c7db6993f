import { GoogleUnavailable, type Google } from './port.ts'

/** Google without a configured client: sends no browser there and accepts no answer. */
export function createGoogleOff(): Google {
  const refuse = async (): Promise<never> => {
    throw new GoogleUnavailable('not configured')
  }
  return { isConfigured: false, authorizationUrl: refuse, exchange: refuse, verifyIdToken: refuse }
}
