"use strict";
// The slider, the chart and the two buttons all choose one action; without this script the page says as much.
(() => {
  const chart = document.getElementById("chart");
  const slider = document.getElementById("at");
  if (!chart || !slider) return;
  const rows = [...document.querySelectorAll("#all tbody tr")];
  const told = document.getElementById("told");
  const cursor = document.getElementById("cursor");
  const lines = [...chart.querySelectorAll("polyline[data-seat]")];
  const dots = [...cursor.querySelectorAll("[data-seat]")];
  const { left, right, last, width } = Object.fromEntries(
    Object.entries(chart.dataset).map(([name, value]) => [name, Number(value)]),
  );

  function show(index) {
    const text = rows[index].dataset.told;
    slider.value = index;
    slider.setAttribute("aria-valuetext", `${index} / ${rows.length - 1}`);
    if (told.textContent !== text) told.textContent = text;
    const x = left + ((right - left) * index) / last;
    cursor.setAttribute("visibility", "visible");
    cursor.firstElementChild.setAttribute("transform", `translate(${x} 0)`);
    dots.forEach((dot, seat) => {
      const point = lines[seat].points.getItem(index);
      dot.setAttribute("transform", `translate(${point.x} ${point.y}) scale(1.35)`);
    });
    rows.forEach((row, at) => row.classList.toggle("at", at === index));
  }

  function under(event) {
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    return Math.max(0, Math.min(rows.length - 1, Math.round(((x - left) / (right - left)) * last)));
  }

  function jump(step) {
    for (let index = Number(slider.value) + step; rows[index]; index += step) {
      if (rows[index].dataset.mark) return show(index);
    }
  }

  document.querySelectorAll(".steps, #told").forEach((part) => part.removeAttribute("hidden"));
  slider.addEventListener("input", () => show(Number(slider.value)));
  chart.addEventListener("pointermove", (event) => event.pointerType === "mouse" && show(under(event)));
  chart.addEventListener("click", (event) => show(under(event)));
  document.getElementById("back").addEventListener("click", () => jump(-1));
  document.getElementById("next").addEventListener("click", () => jump(1));
  show(0);
})();
