/**
 * The window that went to Google for a step-up notifies the waiting window. By a channel of this site and not by
 * `opener`: Google's pages cut that tie.
 */
const NAME = 'google-confirmation'

export type GoogleConfirmation = { readonly code: string } | { readonly problem: string }

/** Said by the window that came back. */
export function tellGoogleConfirmation(news: GoogleConfirmation): void {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(news)
  channel.close()
}

/** Subscribes to confirmations; returns unsubscribe. */
export function onGoogleConfirmation(listener: (news: GoogleConfirmation) => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<GoogleConfirmation>) => listener(data))
  return () => channel.close()
}
