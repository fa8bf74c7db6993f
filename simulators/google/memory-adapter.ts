/** Where the provider keeps its sessions, codes and interactions: in memory, for as long as it runs. */
import type { Adapter, AdapterPayload } from 'oidc-provider'

type Kept = Map<string, AdapterPayload>

/** The factory that the provider calls once per kind of thing. */
export function createMemoryAdapter(): (kind: string) => Adapter {
  const all = new Map<string, Kept>()
  return (kind) => {
    const kept: Kept = all.get(kind) ?? new Map<string, AdapterPayload>()
    all.set(kind, kept)
    const find = (is: (payload: AdapterPayload) => boolean) => [...kept.values()].find(is)
    return {
      upsert: async (id, payload) => void kept.set(id, payload),
      find: async (id) => kept.get(id),
      findByUid: async (uid) => find((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = kept.get(id)
        if (payload) kept.set(id, { ...payload, consumed: true })
      },
      destroy: async (id) => void kept.delete(id),
      async revokeByGrantId(grantId) {
        for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id)
      },
    }
  }
}
