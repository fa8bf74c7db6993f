/** The accounts of the simulated Google. The names are invented. */
import { sha256 } from '#server/shared/crypto.ts'

export interface SimulatedAccount {
  /** Google's `sub`: never changes. */
  readonly subject: string
  readonly mail: string
  readonly name: string
  readonly isMailVerified: boolean
  /** The company whose Google this is; absent for private accounts. */
  readonly hostedDomain?: string
  /** Said on the page, so that a person knows what choosing it shows. */
  readonly about: string
}

export const demoGoogleAccounts: readonly SimulatedAccount[] = [
  {
    subject: '104000000000000000001',
    mail: 'lucia.mansilla@gmail.com',
    name: 'Lucía Mansilla',
    isMailVerified: true,
    about: 'Nunca entró a Previa',
  },
  {
    subject: '104000000000000000002',
    mail: 'tobias.arrieta@gmail.com',
    name: 'Tobías Arrieta',
    isMailVerified: true,
    about: 'Nunca entró a Previa',
  },
  {
    subject: '104000000000000000003',
    mail: 'sin.verificar@correo.example',
    name: 'Nadia Verón',
    isMailVerified: false,
    about: 'Email sin verificar',
  },
]

/** An account typed in by hand: the same mail is the same account. */
export function accountOf(mail: string, name: string): SimulatedAccount {
  const digits = sha256(mail).readBigUInt64BE() % 10n ** 18n
  return {
    subject: `107${String(digits).padStart(18, '0')}`,
    mail,
    name,
    isMailVerified: true,
    about: 'Escrita a mano',
  }
}
