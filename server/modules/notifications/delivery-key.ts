/** The key that a packet leaves with, and that comes back with each status of its message. */

export interface PacketMark {
  readonly groupId: string
  readonly resends: number
}

const KEY = /^delivery-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,6})$/

/** The same for every attempt; another one once the packet is sent anew on purpose. */
export function deliveryKey({ groupId, resends }: PacketMark): string {
  return `delivery-${groupId}-${resends}`
}

/** The packet of a key; null for what is not ours. */
export function readDeliveryKey(key: string | null): PacketMark | null {
  const [, groupId, resends] = KEY.exec(key ?? '') ?? []
  return groupId && resends ? { groupId, resends: Number(resends) } : null
}
