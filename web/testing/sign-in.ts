import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Fills in the screen that asks who one is and sends it; what the server says to that is `POST /api/v1/login`. */
export async function signInOnScreen(user: UserEvent, password = 'una clave larga'): Promise<void> {
  await user.type(await screen.findByLabelText('Teléfono'), '91155550001')
  await user.type(screen.getByLabelText('Contraseña'), password)
  await user.click(screen.getByRole('button', { name: 'Ingresar' }))
}
