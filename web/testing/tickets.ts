import type { Ticket } from '#contract/sales/tickets.ts'

/** A ticket of Camila's, as the server describes it to her. */
export const ticket: Ticket = {
  id: '01990000-0000-7000-8000-00000000000a',
  number: 'V0KKV98N',
  state: 'valid',
  qrRedeemed: false,
  type: { id: '01990000-0000-7000-8000-00000000000b', name: 'General' },
  price: 18_000,
  holderName: 'Camila Ferreyra',
  usedAt: null,
  validUntil: null,
  position: 1,
  ofTotal: 1,
  canTransfer: true,
  isBarredByAge: false,
  code: 'P1.abc',
  linkToken: 'token-de-la-entrada-de-camila',
  event: {
    id: '01990000-0000-7000-8000-00000000000c',
    number: 7,
    name: 'Fiesta Lunar',
    state: 'active',
    startDate: '2026-11-29T02:30:00.000Z',
    endDate: null,
    adress: 'Av. del Valle 2700',
    Location: { name: 'Salón Paraná', city: 'Rosario', province: 'Santa Fe', lat: null, lng: null },
    flyer: null,
    minimumAge: null,
    admissionConditions: null,
    movedUntil: null,
  },
}
