// Dark, light, or as the phone has it: chosen on each phone, kept on it.

export const THEMES = ["dark", "light", "system"];
export const theme = () => THEMES.find((one) => one === localStorage.getItem("theme")) ?? "dark";

export function showTheme() {
  document.documentElement.dataset.theme = theme();
}
