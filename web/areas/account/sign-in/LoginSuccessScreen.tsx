import { useEffect, useId, useRef, useState } from 'react'
import { redirect, useLoaderData, useNavigate } from 'react-router'
import type { LoginResponse } from '#contract/accounts/accounts.ts'
import {
  exchangeGoogleCode,
  googleLinkNeeded,
  linkGoogle,
  type ProfileCompletion,
} from '#contract/accounts/accounts-google.ts'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { currentSession, signIn } from '#web/api/session.ts'
import { tellGoogleConfirmation } from '#web/api/google-confirmation.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { CompleteProfileForm } from '#web/features/profile/CompleteProfileForm.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { homeOf } from '#web/shell/layout/account-menu.ts'
import { takeRedirect } from '#web/shell/session/redirect-after-login.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { AccountFrame, OtherWay } from './AccountFrame.tsx'
import { googleMessage, googleReturnMessage } from '#web/features/sign-in/google-messages.ts'

type GoogleAnswer = LoginResponse & { profileCompletion: ProfileCompletion }

interface Arrival {
  readonly code: string | null
  readonly confirm: string | null
  readonly isConfirming: boolean
  readonly problem: string | null
}

/** Reads what came after `#` and takes it out of the address, so that neither history nor a copied link keeps it. */
export function loader(): Arrival | Response {
  const fragment = new URLSearchParams(location.hash.slice(1))
  history.replaceState(history.state, '', location.pathname + location.search)
  const code = fragment.get('code')
  const confirm = fragment.get('confirm')
  const problem = fragment.get('error')
  if (code === null && confirm === null && problem === null) {
    const session = currentSession()
    if (session) return redirect(homeOf(session.user))
  }
  return { code, confirm, problem, isConfirming: fragment.get('purpose') === 'confirm' }
}

type Face =
  | { readonly is: 'working' | 'confirmed' }
  | { readonly is: 'problem'; readonly message: string }
  | {
      readonly is: 'link'
      readonly linkToken: string
      readonly mail: string
      readonly canBeginAnew: boolean
      readonly isOneOfSeveral: boolean
    }
  | { readonly is: 'incomplete'; readonly answer: GoogleAnswer }

function firstFace({ code, confirm, problem, isConfirming }: Arrival): Face {
  if (isConfirming) return confirm ? { is: 'confirmed' } : { is: 'problem', message: googleReturnMessage(problem) }
  return code ? { is: 'working' } : { is: 'problem', message: googleReturnMessage(problem) }
}

/** Where Google brings people back to: their session, the password of the account that has their mail, or what went wrong. */
function LoginSuccessScreen() {
  const arrival = useLoaderData<Arrival>()
  const navigate = useNavigate()
  const [face, setFace] = useState<Face>(() => firstFace(arrival))
  const hasBegun = useRef(false)

  const goOn = (user: Parameters<typeof homeOf>[0]) => navigate(takeRedirect() ?? homeOf(user), { replace: true })
  const enter = async (answer: GoogleAnswer) => {
    const { profileCompletion, ...login } = answer
    await signIn(login)
    if (profileCompletion.isComplete) return goOn(answer)
    setFace({ is: 'incomplete', answer })
  }

  useEffect(() => {
    // A code works once: drawing twice must not spend it twice.
    if (hasBegun.current) return
    hasBegun.current = true
    if (arrival.isConfirming) {
      tellGoogleConfirmation(
        arrival.confirm ? { code: arrival.confirm } : { problem: googleReturnMessage(arrival.problem) },
      )
      window.close()
      return
    }
    if (arrival.code === null) return
    call(exchangeGoogleCode, { body: { code: arrival.code } })
      .then(enter)
      .catch((error: unknown) => {
        const needed = isApiFailure(error, 'google_link_needed') ? googleLinkNeeded.safeParse(error.details) : null
        setFace(needed?.success ? { is: 'link', ...needed.data } : { is: 'problem', message: googleMessage(error) })
      })
  })

  switch (face.is) {
    case 'working':
      return (
        <AccountFrame title="Ingresando…" lead="Un segundo: estamos confirmando tu cuenta de Google.">
          <p role="status" className="flex items-center gap-3 py-4">
            <Spinner /> Confirmando con Google
          </p>
        </AccountFrame>
      )
    case 'confirmed':
      return (
        <AccountFrame title="Listo." lead="Ya confirmamos que sos vos.">
          <p role="status">Podés cerrar esta ventana y seguir en la otra.</p>
        </AccountFrame>
      )
    case 'link':
      return <LinkFace {...face} onLinked={enter} onOver={(message) => setFace({ is: 'problem', message })} />
    case 'incomplete':
      return <IncompleteFace answer={face.answer} onDone={(user) => void goOn(user)} />
    case 'problem':
      return (
        <AccountFrame title="No pudimos ingresar." lead="Probá otra vez, o entrá con tu teléfono y contraseña.">
          <div className="flex flex-col gap-5">
            <Problem message={face.message} />
            {arrival.isConfirming ? (
              <p className="text-14 text-humo">Cerrá esta ventana y probá de nuevo en la otra.</p>
            ) : (
              <ScreenButton wide to={paths.login()}>
                Volver a ingresar
              </ScreenButton>
            )}
          </div>
        </AccountFrame>
      )
  }
}

interface LinkFaceProps {
  readonly linkToken: string
  readonly mail: string
  readonly canBeginAnew: boolean
  readonly isOneOfSeveral: boolean
  readonly onLinked: (answer: GoogleAnswer) => Promise<void>
  readonly onOver: (message: string) => void
}

/** The mail has an account already: its password says that it is the same person's. */
function LinkFace({ linkToken, mail, canBeginAnew, isOneOfSeveral, onLinked, onOver }: LinkFaceProps) {
  const link = {
    errorMessage: googleMessage,
    onDone: onLinked,
    onFail(error: unknown) {
      if (!isApiFailure(error, 'google_token_invalid')) return false
      onOver('Pasó demasiado tiempo. Volvé a ingresar con Google.')
      return true
    },
  }
  const mine = useSubmit(linkGoogle, { ...link, defaults: { linkToken, password: '' } })
  const another = useSubmit(linkGoogle, { ...link, defaults: { linkToken } })
  return (
    <AccountFrame
      title="Ya tenés cuenta."
      lead={`Confirmá una vez que es tuya: desde ahora vas a poder ingresar a ${brand.name} también con Google.`}
    >
      {isOneOfSeveral && (
        <p className="mb-5">
          Hay varias cuentas con <strong>{mail}</strong>: si la tuya no es la más antigua,{' '}
          <ScreenLink to={paths.forgotPassword()} className="font-semibold">
            pedí los enlaces a tu email
          </ScreenLink>{' '}
          y elegila ahí. Después volvé a ingresar con Google.
        </p>
      )}
      <Form form={mine} submit="Vincular e ingresar" button={{ wide: true }}>
        <p>
          Escribí la contraseña de la {isOneOfSeveral ? 'cuenta más antigua' : 'cuenta'} de <strong>{mail}</strong>.
        </p>
        <PasswordField {...mine.field('password')} />
      </Form>
      <OtherWay className="mt-5" question="¿No la recordás, o nunca elegiste una?" to={paths.forgotPassword()}>
        Pedí un enlace a tu email
      </OtherWay>
      {canBeginAnew && (
        <div className="mt-3 border-t border-linea pt-5">
          <Form
            form={another}
            submit="No es mía, crear otra"
            button={{ tone: 'secondary', wide: true }}
            className="gap-3"
          >
            <p className="text-14 text-humo">
              En esa cuenta nadie confirmó el email. Si no la hiciste vos, empezá con una nueva: el email queda en la
              tuya.
            </p>
          </Form>
        </div>
      )}
    </AccountFrame>
  )
}

/** The first time: what is missing may be given now, or when a purchase needs it. */
function IncompleteFace({ answer, onDone }: { answer: GoogleAnswer; onDone: (user: GoogleAnswer) => void }) {
  const [isBusy, setBusy] = useState(false)
  const formId = useId()
  return (
    <AccountFrame
      title={`Hola, ${answer.name.split(' ')[0] ?? answer.name}.`}
      lead="Ya estás adentro. Con estos datos vas a comprar en dos toques."
    >
      <CompleteProfileForm
        id={formId}
        missing={answer.profileCompletion.missingFields}
        withGender
        onBusy={setBusy}
        onDone={() => onDone(answer)}
      />
      <div className="mt-5 flex flex-col gap-3">
        <Button type="submit" form={formId} wide busy={isBusy}>
          Guardar y seguir
        </Button>
        <Button tone="secondary" wide disabled={isBusy} onClick={() => onDone(answer)}>
          Completar más tarde
        </Button>
      </div>
    </AccountFrame>
  )
}

export { LoginSuccessScreen as Component }
