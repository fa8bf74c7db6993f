/** Writes: what a screen sends. Apart from reads, since a visitor's first screen only reads. */
import { useMutation, useMutationState } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { randomId } from '#web/lib/random-id.ts'
import type { ApiFailure } from './api-failure.ts'
import type { CallOptions } from './call.ts'
import { callWith, loadChanges, type WriteMeta } from './query.ts'
import { currentSession, onSessionChange } from './session.ts'

interface MutationOptions<Spec extends EndpointSpec> {
  onSuccess?: (answer: Answer<Spec>, input: CallInput<Spec>) => unknown
  onError?: (failure: ApiFailure, input: CallInput<Spec>) => unknown
  onUploadProgress?: (share: number) => void
  /** The intent of an input that outlives the page, for what must not be done twice after a reload either. */
  keyOf?: (input: CallInput<Spec>) => string
  /** Pending until what it changed was read again, so that a shown value does not fall back in between. */
  pendingUntilRefetched?: boolean
}

/** What was sent and is not known to be done, by what it is. */
const intents = new Map<string, { readonly key: string; sending?: Promise<unknown> | undefined }>()
const MAX_INTENTS = 20

// What one person meant is not the next person's, nor anybody's after sign-out.
let sender = currentSession()?.user.id
onSessionChange(({ after, cause }) => {
  const hasLeft = cause === 'left' || cause === 'left elsewhere'
  if (hasLeft || (after && sender !== undefined && after.user.id !== sender)) intents.clear()
  if (hasLeft) sender = undefined
  else if (after) sender = after.user.id
})

/**
 * A write. What it changes is read again by itself (`changes.ts`); `onSuccess` and `onError` are called for each input, also after
 * its screen is gone. The same input sent while it is on its way is one call. Trying it again after a failure repeats its
 * `Idempotency-Key`, so that what the server did the first time is not done twice; after a success it is another intent.
 */
export function useEndpointMutation<Spec extends EndpointSpec>(spec: Spec, options: MutationOptions<Spec> = {}) {
  const { onSuccess, onError, onUploadProgress, keyOf, pendingUntilRefetched = false } = options
  useEffect(() => void loadChanges(), [])
  return useMutation<Answer<Spec>, ApiFailure, CallInput<Spec>>({
    mutationFn: (input) =>
      sendOnce(spec, input, {
        ...(onUploadProgress && { onUploadProgress }),
        ...(keyOf && { idempotencyKey: keyOf(input) }),
      }),
    onSuccess: (answer, input) => onSuccess?.(answer, input),
    onError: (failure, input) => onError?.(failure, input),
    meta: { spec, pendingUntilRefetched } satisfies WriteMeta,
  })
}

/** The inputs of an endpoint's writes that are on their way, from whatever screen, until what they changed was read again. */
export function usePendingInputs<Spec extends EndpointSpec>(spec: Spec): CallInput<Spec>[] {
  return useMutationState({
    filters: { status: 'pending', predicate: ({ meta }) => meta?.['spec'] === spec },
    select: ({ state }) => state.variables as CallInput<Spec>, // useEndpointMutation's of this endpoint
  })
}

function sendOnce<Spec extends EndpointSpec>(
  spec: Spec,
  input: CallInput<Spec>,
  options: CallOptions,
): Promise<Answer<Spec>> {
  const text = JSON.stringify(input, (_, value: unknown) => (value instanceof Blob ? blobMark(value) : value))
  const of = `${spec.method} ${spec.path} ${text}`
  const kept = intents.get(of)
  const key = options.idempotencyKey ?? kept?.key ?? randomId()
  const intent = kept?.key === key ? kept : { key }
  if (intent.sending) return intent.sending as Promise<Answer<Spec>> // of the same endpoint
  const sending = callWith(spec, input, { ...options, idempotencyKey: key }).then(
    (answer) => {
      intents.delete(of)
      return answer
    },
    (error: unknown) => {
      intent.sending = undefined
      // A key that the server does not take needs no keeping, nor what was typed, a password perhaps.
      if (!spec.idempotent) intents.delete(of)
      throw error
    },
  )
  intent.sending = sending
  intents.set(of, intent)
  for (const [old, { sending: isSent }] of intents) if (intents.size > MAX_INTENTS && !isSent) intents.delete(old)
  return sending
}

/** Files have no fields of their own: without this, another picture would look like the same input. */
function blobMark(blob: Blob): unknown[] {
  return [blob.type, blob.size, ...(blob instanceof File ? [blob.name, blob.lastModified] : [])]
}
