import type { LoginResponse, SessionUser } from '#contract/accounts/accounts.ts'
import type { WireRole } from '#contract/api/roles.ts'

/** A person as the server describes them after signing in. */
export function person(role: WireRole = 'CLIENT', changes: Partial<SessionUser> = {}): SessionUser {
  return {
    id: '01990000-0000-7000-8000-000000000001',
    username: 'camila',
    name: 'Camila Ferreyra',
    mail: 'camila@example.com',
    phone: '+5491155550001',
    pendingMail: null,
    pendingPhone: null,
    isMailProved: true,
    isPhoneProved: true,
    takenContacts: [],
    gender: 'Female',
    birthDate: '1998-04-02',
    age: 28,
    acceptsAdvertising: true,
    isPrivateProfile: false,
    urlProfileImgId: null,
    role,
    roles: [role],
    eventRoles: [],
    companyId: null,
    companyRole: role === 'ORGANIZATOR' ? 'owner' : null,
    company: null,
    requestStatus: 'none',
    commercialNumber: null,
    godAdmin: role === 'GOD_ADMIN',
    permission: null,
    ...changes,
  }
}

export function loginAnswer(role: WireRole = 'CLIENT', changes: Partial<SessionUser> = {}): LoginResponse {
  return { ...person(role, changes), token: 'token-of-camila', expiresAt: '2026-11-29T01:00:00-03:00' }
}
