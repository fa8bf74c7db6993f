import { useState } from 'react'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { lastPhone } from '#web/api/last-phone.ts'
import { storedPurchases } from '#web/features/checkout/stored-purchases.ts'
import { loadSignInOptions } from '#web/features/delivery-channels/delivery-channels.ts'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { AccountFrame, OtherWay } from './AccountFrame.tsx'
import { DemoSignIns } from './DemoSignIns.tsx'
import { asBuyer } from '#web/features/sign-in/as-buyer.ts'
import { GoogleButton } from '#web/features/sign-in/GoogleButton.tsx'
import { GoogleElsewhere } from '#web/features/sign-in/GoogleElsewhere.tsx'
import { SignInForm, useSignInForm } from './SignInForm.tsx'
import { leaveIfSignedIn, useEnter } from './use-enter.ts'

export async function loader() {
  const away = leaveIfSignedIn()
  if (!away) await loadSignInOptions()
  return away
}

function LoginScreen() {
  const [phone] = useState(lastPhone)
  const [bought] = useState(storedPurchases.upcoming)
  const form = useSignInForm({ phone, onEnter: useEnter() })

  return (
    <AccountFrame
      title={
        <>
          Volvé a la <span className="text-celeste">{brand.name.toLowerCase()}</span>.
        </>
      }
      lead="Tus entradas, tu QR y tus próximas noches te esperan del otro lado."
    >
      {bought.length > 0 && (
        <Notice announced="never" className="mb-6">
          <p>Compraste sin cuenta en este dispositivo. Tus entradas están acá:</p>
          <ul>
            {bought.map(({ publicId, eventName }) => (
              <li key={publicId}>
                <ScreenLink to={paths.guestOrder(publicId)} className="font-semibold wrap-anywhere">
                  {eventName}
                </ScreenLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <GoogleButton />
      <SignInForm form={form} isPhoneKnown={phone !== null} />
      <OtherWay className="mt-5" question="¿No tenés cuenta?" to={paths.register()}>
        Crear Cuenta
      </OtherWay>
      <OtherWay question="¿Olvidaste tu contraseña?" to={paths.forgotPassword()}>
        Elegir otra
      </OtherWay>
      <OtherWay question="¿Compraste sin cuenta?" to={paths.forgotPassword()} state={asBuyer()}>
        Pedir el enlace por email
      </OtherWay>
      <GoogleElsewhere />
      <DemoSignIns
        onPick={({ phone, password }) => {
          form.fields.reset({ phone, password })
        }}
      />
    </AccountFrame>
  )
}

export { LoginScreen as Component }
