/** The key that a batch leaves with, and that comes back with each status of its message. */

export interface BatchMark {
  readonly groupId: string
  readonly resends: number
}

const NOTICE_KEY = /^notice-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,6})$/
const KEY = /^delivery-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,6})$/

/** The same for every attempt; another one once the batch is sent again on purpose. */
export function deliveryKey({ groupId, resends }: BatchMark): string {
  return `delivery-${groupId}-${resends}`
}

/** The batch of a key; null for what is not ours. */
export function readDeliveryKey(key: string | null): BatchMark | null {
  const [, groupId, resends] = KEY.exec(key ?? '') ?? []
  return groupId && resends ? { groupId, resends: Number(resends) } : null
}

/** One person's message of a notice. */
export interface NoticeMark {
  readonly id: string
  readonly resends: number
}

export function noticeKey({ id, resends }: NoticeMark): string {
  return `notice-${id}-${resends}`
}

/** The delivery of a key; null for what is no notice of ours. */
export function readNoticeKey(key: string | null): NoticeMark | null {
  const [, id, resends] = NOTICE_KEY.exec(key ?? '') ?? []
  return id && resends ? { id, resends: Number(resends) } : null
}
